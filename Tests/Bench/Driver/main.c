/* Talks to a server over its pipes and measures: bench-driver [--kill] START [PHASE]... -- SERVER [ARGUMENT...]

   START is a FILE whose messages are sent, one and its answer at a time, as soon as the server was told to start: what
   is measured is the time to the last answer. Each PHASE is one of
     answer=FILE           one message and its answer at a time
     busy=FILE,BACKGROUND  the same while a message of another file is always waiting for its answer
     stream=FILE           all messages without waiting
     pace:N=FILE           a message every N microseconds
     wait=N                nothing, for N milliseconds
   A FILE has Content-Length frames, or lines. One JSON object is printed for each phase, and one at the end; times are
   nanoseconds, sizes bytes. The server is asked to end by the end of its input, or killed. */

#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "failure.h"
#include "phases.h"
#include "server.h"

enum { longest_phase = 120 }; /* seconds; a server that hangs is no figure */

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static uint64_t percentile(struct timing timing, double share) {
  return timing.each[(size_t)((double)(timing.count - 1) * share + 0.5)];
}

static void print_usage(struct usage usage) {
  printf("\"resident\":%" PRId64 ",\"peak\":%" PRId64 ",\"written\":%" PRId64, usage.resident_bytes, usage.peak_bytes,
         usage.written_bytes);
}

static void print_phase(struct timing timing, size_t messages, size_t errors, const struct connection *connection,
                        const struct server *server) {
  printf("{\"messages\":%zu,\"errors\":%zu,\"total\":%" PRIu64 ",\"measured\":%zu,", messages, errors, timing.total,
         timing.count);
  if (timing.count) {
    qsort(timing.each, timing.count, sizeof *timing.each, compare);
    printf("\"p50\":%" PRIu64 ",\"p99\":%" PRIu64 ",\"p999\":%" PRIu64 ",\"max\":%" PRIu64 ",", percentile(timing, 0.5),
           percentile(timing, 0.99), percentile(timing, 0.999), timing.each[timing.count - 1]);
  }
  print_usage(usage_of(server));
  const struct answers *answers = &connection->answers;
  printf(",\"received\":%zu", answers->received);
  if (messages && answers->last_count) printf(",\"last\":%.*s", (int)answers->last_count, answers->last);
  puts("}");
  free(timing.each);
}

static void run_phase(const char *phase, struct connection *connection, const struct server *server) {
  alarm(longest_phase);
  const char *value = strchr(phase, '=');
  if (!value) fail("%s is no phase", phase);
  value++;
  if (strncmp(phase, "wait=", 5) == 0) {
    long milliseconds = atol(value);
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
    print_phase((struct timing){0}, 0, 0, connection, server);
    return;
  }
  char *path = strdup(value), *comma = strchr(path, ',');
  struct frames background = {NULL, 0};
  if (comma && strncmp(phase, "busy=", 5) == 0) {
    background = load_frames(comma + 1);
    *comma = 0;
  }
  struct frames frames = load_frames(path);
  free(path);
  size_t errors = connection->answers.errors;
  struct timing timing;
  if (strncmp(phase, "answer=", 7) == 0) timing = answer_phase(connection, frames);
  else if (strncmp(phase, "busy=", 5) == 0) timing = busy_phase(connection, frames, background);
  else if (strncmp(phase, "stream=", 7) == 0) timing = stream_phase(connection, frames);
  else if (strncmp(phase, "pace:", 5) == 0)
    timing = pace_phase(connection, frames, strtoul(phase + 5, NULL, 10) * 1000);
  else fail("%s is no phase", phase);
  print_phase(timing, frames.count, connection->answers.errors - errors, connection, server);
}

int main(int count, char *arguments[]) {
  int first = 1, kills = 0;
  if (first < count && strcmp(arguments[first], "--kill") == 0) kills = 1, first++;
  int end = first;
  while (end < count && strcmp(arguments[end], "--") != 0) end++;
  if (first == end || end + 1 >= count) fail("usage: bench-driver [--kill] START [PHASE]... -- SERVER [ARGUMENT...]");
  signal(SIGPIPE, SIG_IGN);
  alarm(longest_phase);
  struct frames start = load_frames(arguments[first]);
  uint64_t before = now();
  struct server server = start_server(arguments + end + 1);
  struct connection connection = {server.input, answers_from(server.output)};
  free(answer_phase(&connection, start).each);
  struct timing timing = {.total = now() - before};
  print_phase(timing, start.count, connection.answers.errors, &connection, &server);
  for (int index = first + 1; index < end; index++) run_phase(arguments[index], &connection, &server);
  struct usage usage;
  int status = end_server(&server, kills, &usage);
  printf("{\"status\":%d,\"received\":%zu,", status, connection.answers.received);
  print_usage(usage);
  puts("}");
  return 0;
}
