/* Dispatch looks once a second into /proc for each of its threads, and stops the process where no file can be opened
   for that. The handler then says so, and with which status the process ends is known. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Another thread may have closed some since. */
enum { few = 8 };

/* What an instruction raises that stops the process: the first on x86, the second on ARM. */
static const int numbers[] = {SIGILL, SIGTRAP};

/* The previous handlers. These and what follows are written before ours are installed, and never again. */
static struct sigaction before[2];
static const char *message;
static int status;

/* Whether no more than a few files can be opened. */
static bool are_few(void) {
  for (int count = 0; count < few; count++) {
    if (open("/", O_RDONLY | O_CLOEXEC) < 0) return errno == EMFILE || errno == ENFILE;
  }
  return false;
}

/* Uses only calls that are safe here (POSIX.1-2024, section 2.4.3). */
static void handle(int number) {
  if (are_few()) {
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
    _exit(status);
  }
  /* The instruction fails again once the handler returns; one that was sent is sent again. */
  sigaction(number, &before[number == numbers[0] ? 0 : 1], NULL);
  raise(number);
}

void memo_end_without_descriptors(int with_status, const char *with_message) {
  status = with_status;
  message = with_message;
  for (int index = 0; index < 2; index++) {
    sigaction(numbers[index], NULL, &before[index]);
    struct sigaction action = {0};
    action.sa_handler = handle;
    /* For a previous handler with a stack of its own; without such a stack it has no effect. */
    action.sa_flags = SA_ONSTACK;
    sigaction(numbers[index], &action, NULL);
  }
}
