/* Signals that ask a process to end, deferred while something must be removed first. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
enum { number_count = sizeof numbers / sizeof *numbers };

/* The previous handlers. */
static struct sigaction before[number_count];

/* The last signal; 0 for none. */
static atomic_int asked;

static void note(int number) { atomic_store(&asked, number); }

void memo_ending_signals_put_off(void) {
  atomic_store(&asked, 0);
  struct sigaction action = {0};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (int index = 0; index < number_count; index++) sigaction(numbers[index], &action, &before[index]);
}

void memo_ending_signals_let_through(void) {
  for (int index = 0; index < number_count; index++) sigaction(numbers[index], &before[index], NULL);
  int number = atomic_load(&asked);
  if (number != 0) kill(getpid(), number);
}
