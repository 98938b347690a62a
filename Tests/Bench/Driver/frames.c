#define _GNU_SOURCE
#include "frames.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "failure.h"

static const char request_start[] = "{\"jsonrpc\":\"2.0\",\"id\":";

/* The frame at the start of some bytes: a line that holds an object, or a header and what it announces. */
static struct frame frame_at(const char *path, const char *bytes, size_t size) {
  const char *body = bytes, *end = NULL;
  if (*bytes == '{') {
    end = memchr(bytes, '\n', size);
    if (end) end++;
  } else if (size > 16 && memcmp(bytes, "Content-Length: ", 16) == 0) {
    const char *header_end = memmem(bytes, size, "\r\n\r\n", 4);
    if (!header_end) fail("%s ends within a header", path);
    size_t length = strtoul(bytes + 16, NULL, 10);
    body = header_end + 4;
    if (length <= size - (size_t)(body - bytes)) end = body + length;
  }
  if (!end) fail("%s has no frame at %zu bytes from its end", path, size);
  size_t start_count = sizeof request_start - 1;
  bool is_awaited = (size_t)(end - body) > start_count && memcmp(body, request_start, start_count) == 0 &&
                    body[start_count] != '"';
  return (struct frame){bytes, (size_t)(end - bytes), is_awaited};
}

struct frames load_frames(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) fail("%s can't be read", path);
  size_t size = (size_t)status.st_size;
  const char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (size == 0 || bytes == MAP_FAILED) fail("%s can't be mapped", path);
  close(file);
  struct frames frames = {NULL, 0};
  size_t room = 0;
  for (size_t place = 0; place < size;) {
    struct frame frame = frame_at(path, bytes + place, size - place);
    if (frames.count == room) {
      room = room ? room * 2 : 1024;
      frames.items = realloc(frames.items, room * sizeof *frames.items);
      if (!frames.items) fail("no memory");
    }
    frames.items[frames.count++] = frame;
    place += frame.count;
  }
  /* Every page is touched now: a page fault is no part of what is measured. */
  volatile char touched = 0;
  for (size_t place = 0; place < size; place += 4096) touched = (char)(touched + bytes[place]);
  (void)touched;
  return frames;
}
