/* Signals that ask a process to end, recorded for somebody who looks, or waits at a descriptor. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
enum { number_count = sizeof numbers / sizeof *numbers };

/* The previous handlers, written before ours are installed, and whether they were set. */
static struct sigaction before[number_count];
static bool is_catching;

/* The last signal; 0 for none. */
static atomic_int caught;

/* The descriptor that gets a byte for each; -1 for none. */
static atomic_int bell = -1;

/* Calls the handler that was there, if any. */
static void pass_on(const struct sigaction *former, int number, siginfo_t *info, void *context) {
  if (former->sa_flags & SA_SIGINFO) {
    former->sa_sigaction(number, info, context);
  } else if (former->sa_handler != SIG_DFL && former->sa_handler != SIG_IGN) {
    former->sa_handler(number);
  }
}

/* Uses only calls that are safe here (POSIX.1-2024, section 2.4.3). */
static void note(int number, siginfo_t *info, void *context) {
  int failure = errno;
  atomic_store(&caught, number);
  int descriptor = atomic_load(&bell);
  if (descriptor >= 0) {
    ssize_t written = write(descriptor, "", 1);
    (void)written;
  }
  for (int index = 0; index < number_count; index++) {
    if (numbers[index] == number) pass_on(&before[index], number, info, context);
  }
  errno = failure;
}

void memo_ending_signals_catch(void) {
  if (is_catching) return;
  is_catching = true;
  for (int index = 0; index < number_count; index++) {
    sigaction(numbers[index], NULL, &before[index]);
    if (!(before[index].sa_flags & SA_SIGINFO) && before[index].sa_handler == SIG_IGN) continue;
    struct sigaction action = {0};
    action.sa_sigaction = note;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    sigaction(numbers[index], &action, NULL);
  }
}

int memo_ending_signal_caught(void) { return atomic_load(&caught); }

void memo_ending_signals_ring(int descriptor) { atomic_store(&bell, descriptor); }
