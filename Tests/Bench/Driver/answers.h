#pragma once
#include <stdbool.h>
#include <stddef.h>

/* What a server has written so far. Its notifications are skipped. */
struct answers {
  int descriptor;
  char *buffer;
  size_t room, start, end;
  size_t count;            /* answers to what was asked for, whose ids are numbers */
  size_t background_count; /* answers whose ids are strings: see busy_phase */
  size_t errors;
  size_t received; /* bytes, headers and all */
  char last[4096]; /* the body of the last answer with a number, unless it is longer than this */
  size_t last_count;
};

struct answers answers_from(int descriptor);

/* Reads what is there, once. False if there was nothing yet; a blocking descriptor waits instead. Ends the program at
   the end of the server's output. */
bool read_answers(struct answers *answers);
