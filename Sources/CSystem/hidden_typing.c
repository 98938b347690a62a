/* A terminal that does not show what is typed, and does so again whatever ends the process meanwhile. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <signal.h>
#include <termios.h>

/* The signals that end a process at a prompt. */
static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { number_count = sizeof numbers / sizeof *numbers };

/* What is brought back. All of it is written before the handlers are installed. */
static struct sigaction before[number_count];
static struct termios shown;
static int terminal;

static void bring_back(int how) {
  tcsetattr(terminal, how, &shown);
  for (int index = 0; index < number_count; index++) sigaction(numbers[index], &before[index], NULL);
}

/* Uses only calls that are safe here (POSIX.1-2024, section 2.4.3). The signal comes again once this returns. */
static void show_and_end(int number) {
  bring_back(TCSANOW);
  raise(number);
}

bool memo_typing_hide(int descriptor) {
  if (tcgetattr(descriptor, &shown) != 0) return false;
  terminal = descriptor;
  struct sigaction action = {0};
  action.sa_handler = show_and_end;
  for (int index = 0; index < number_count; index++) sigaction(numbers[index], &action, &before[index]);
  struct termios hidden = shown;
  /* The line end is shown, though nothing else is. */
  hidden.c_lflag &= ~(tcflag_t)ECHO;
  hidden.c_lflag |= ECHONL;
  tcsetattr(descriptor, TCSAFLUSH, &hidden);
  return true;
}

void memo_typing_show(void) { bring_back(TCSADRAIN); }
