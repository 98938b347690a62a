#pragma once
#include <stdint.h>

#include "answers.h"
#include "frames.h"

/* Both ends of the conversation. */
struct connection {
  int input;
  struct answers answers;
};

/* How long something took: the whole, and each exchange of which it consists. Nanoseconds. */
struct timing {
  uint64_t total;
  uint64_t *each;
  size_t count;
};

uint64_t now(void);

/* Sends each message alone, and the notifications before a request with it; waits for its answer. */
struct timing answer_phase(struct connection *connection, struct frames frames);

/* The same while a message of `background` is always waiting for its answer: the next is sent when that has come. Only
   the exchanges during which one was waiting count. The ids of these messages are strings. */
struct timing busy_phase(struct connection *connection, struct frames frames, struct frames background);

/* Sends everything without waiting, one write for each message as an editor makes; until the last answer is there. */
struct timing stream_phase(struct connection *connection, struct frames frames);

/* Sends a message every so many nanoseconds, as a typist does; until the last answer is there. */
struct timing pace_phase(struct connection *connection, struct frames frames, uint64_t interval);
