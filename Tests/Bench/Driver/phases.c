#include "phases.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "failure.h"

uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void set_waiting(int descriptor, bool waits) { fcntl(descriptor, F_SETFL, waits ? 0 : O_NONBLOCK); }

/* Writes all of it, and reads answers as long as the pipe is full: a server may wait for that before it reads on. */
static void send_bytes(struct connection *connection, const char *bytes, size_t count) {
  while (count) {
    ssize_t written = write(connection->input, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
      continue;
    }
    if (errno != EAGAIN) fail("the server reads no more");
    struct pollfd ends[] = {{connection->input, POLLOUT, 0}, {connection->answers.descriptor, POLLIN, 0}};
    poll(ends, 2, -1);
    if (ends[1].revents) read_answers(&connection->answers);
  }
}

/* A message and, if it is a notification, those behind it up to a request: they lie side by side in their file. */
static size_t send_exchange(struct connection *connection, struct frames frames, size_t first) {
  size_t last = first, count = frames.items[first].count;
  while (!frames.items[last].is_awaited && last + 1 < frames.count) count += frames.items[++last].count;
  if (!frames.items[last].is_awaited) fail("the last message is no request");
  send_bytes(connection, frames.items[first].bytes, count);
  return last + 1;
}

static struct timing room_for(struct frames frames) {
  struct timing timing = {0, malloc((frames.count + 1) * sizeof(uint64_t)), 0};
  if (!timing.each) fail("no memory");
  return timing;
}

struct timing answer_phase(struct connection *connection, struct frames frames) {
  return busy_phase(connection, frames, (struct frames){NULL, 0});
}

struct timing busy_phase(struct connection *connection, struct frames frames, struct frames background) {
  struct answers *answers = &connection->answers;
  struct timing timing = room_for(frames);
  size_t sent = 0;
  set_waiting(connection->input, false);
  set_waiting(answers->descriptor, true);
  answers->background_count = 0;
  uint64_t start = now();
  for (size_t next = 0; next < frames.count;) {
    size_t goal = answers->count + 1;
    if (sent < background.count && answers->background_count == sent) {
      struct frame frame = background.items[sent++];
      send_bytes(connection, frame.bytes, frame.count);
    }
    uint64_t before = now();
    next = send_exchange(connection, frames, next);
    while (answers->count < goal) read_answers(answers);
    if (background.count == 0 || answers->background_count < sent) timing.each[timing.count++] = now() - before;
  }
  timing.total = now() - start;
  while (answers->background_count < sent) read_answers(answers);
  return timing;
}

/* How many answers there will be when all of these are sent and answered. */
static size_t goal_of(const struct answers *answers, struct frames frames) {
  size_t goal = answers->count;
  for (size_t index = 0; index < frames.count; index++) goal += frames.items[index].is_awaited;
  return goal;
}

struct timing stream_phase(struct connection *connection, struct frames frames) {
  struct answers *answers = &connection->answers;
  size_t goal = goal_of(answers, frames);
  set_waiting(connection->input, false);
  set_waiting(answers->descriptor, false);
  uint64_t start = now();
  size_t asked = answers->count;
  for (size_t index = 0; index < frames.count; index++) {
    send_bytes(connection, frames.items[index].bytes, frames.items[index].count);
    asked += frames.items[index].is_awaited;
    /* Now and then, as a read for each answer would be the client's cost. */
    if (asked >= answers->count + 64) read_answers(answers);
  }
  set_waiting(answers->descriptor, true);
  while (answers->count < goal) read_answers(answers);
  return (struct timing){.total = now() - start};
}

struct timing pace_phase(struct connection *connection, struct frames frames, uint64_t interval) {
  struct answers *answers = &connection->answers;
  size_t goal = goal_of(answers, frames);
  set_waiting(connection->input, false);
  set_waiting(answers->descriptor, true);
  uint64_t start = now();
  for (size_t index = 0; index < frames.count; index++) {
    uint64_t due = start + index * interval, time = now(), left = due > time ? due - time : 0;
    nanosleep(&(struct timespec){(time_t)(left / 1000000000), (long)(left % 1000000000)}, NULL);
    send_bytes(connection, frames.items[index].bytes, frames.items[index].count);
  }
  while (answers->count < goal) read_answers(answers);
  return (struct timing){.total = now() - start};
}
