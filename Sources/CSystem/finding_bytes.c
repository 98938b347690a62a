/* The search for bytes. glibc declares memmem(3) only with _GNU_SOURCE. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <string.h>

const void *memo_find_bytes(const void *all, size_t count, const void *part, size_t part_count) {
  return memmem(all, count, part, part_count);
}
