#pragma once
#include <stdbool.h>
#include <stddef.h>

/* One message to send, with its header. */
struct frame {
  const char *bytes;
  size_t count;
  bool is_awaited; /* it is a request, and its id is a number */
};

/* A file of messages: ready to be sent, so that nothing is made while the clock runs. */
struct frames {
  struct frame *items;
  size_t count;
};

/* Maps a file of Content-Length frames or of lines with an object each. Ends the program if it is none. */
struct frames load_frames(const char *path);
