#define _GNU_SOURCE
#include "answers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failure.h"

static bool starts(const char *body, size_t count, const char *text) {
  size_t length = strlen(text);
  return count > length && memcmp(body, text, length) == 0;
}

struct answers answers_from(int descriptor) {
  struct answers answers = {.descriptor = descriptor, .room = 1 << 20};
  answers.buffer = malloc(answers.room);
  if (!answers.buffer) fail("no memory");
  return answers;
}

/* memo-ls and the floor write the id second, clangd's sorted members put it, or an error, first. */
static void take(struct answers *answers, const char *body, size_t count) {
  size_t id = 0;
  if (starts(body, count, "{\"jsonrpc\":\"2.0\",\"id\":")) id = 22;
  else if (starts(body, count, "{\"id\":")) id = 6;
  else if (!starts(body, count, "{\"error\":")) return;
  if (id && body[id] == '"') {
    answers->background_count++;
  } else {
    answers->count++;
    answers->last_count = count <= sizeof answers->last ? count : 0;
    memcpy(answers->last, body, answers->last_count);
  }
  size_t looked_at = count < 96 ? count : 96;
  if (memmem(body, looked_at, "\"error\":{", 9)) answers->errors++;
}

bool read_answers(struct answers *answers) {
  if (answers->start == answers->end) {
    answers->start = answers->end = 0;
  } else if (answers->end == answers->room) {
    size_t kept = answers->end - answers->start;
    if (answers->start == 0) {
      answers->room *= 2;
      answers->buffer = realloc(answers->buffer, answers->room);
      if (!answers->buffer) fail("no memory");
    }
    memmove(answers->buffer, answers->buffer + answers->start, kept);
    answers->start = 0;
    answers->end = kept;
  }
  ssize_t got = read(answers->descriptor, answers->buffer + answers->end, answers->room - answers->end);
  if (got < 0 && errno == EAGAIN) return false;
  if (got <= 0) fail("the server ended");
  answers->end += (size_t)got;
  answers->received += (size_t)got;
  for (;;) {
    const char *frame = answers->buffer + answers->start;
    size_t count = answers->end - answers->start;
    if (count && *frame == '{') {
      const char *line_end = memchr(frame, '\n', count);
      if (!line_end) break;
      take(answers, frame, (size_t)(line_end - frame));
      answers->start += (size_t)(line_end - frame) + 1;
      continue;
    }
    const char *header_end = count ? memmem(frame, count < 256 ? count : 256, "\r\n\r\n", 4) : NULL;
    if (!header_end) break;
    if (count < 16 || memcmp(frame, "Content-Length: ", 16) != 0) fail("the server wrote no Content-Length");
    size_t length = strtoul(frame + 16, NULL, 10);
    size_t whole = (size_t)(header_end - frame) + 4 + length;
    if (count < whole) break;
    take(answers, header_end + 4, length);
    answers->start += whole;
  }
  return true;
}
