#include "failure.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  fputs("bench-driver: ", stderr);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  if (error) fprintf(stderr, ": %s", strerror(error));
  fputc('\n', stderr);
  exit(1);
}
