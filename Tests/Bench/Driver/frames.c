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
    const char *header_end = memmem(bytes + place, size - place, "\r\n\r\n", 4);
    if (!header_end || strncmp(bytes + place, "Content-Length: ", 16) != 0) fail("%s has no frame at %zu", path, place);
    size_t length = strtoul(bytes + place + 16, NULL, 10);
    const char *body = header_end + 4;
    struct frame frame = {bytes + place, (size_t)(body - bytes) - place + length, false};
    if (place + frame.count > size) fail("%s ends within a frame", path);
    frame.is_awaited = strncmp(body, request_start, sizeof request_start - 1) == 0 && body[sizeof request_start - 1] != '"';
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
