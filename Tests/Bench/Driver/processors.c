#define _GNU_SOURCE
#include "processors.h"

#ifdef __linux__
#include <sched.h>
#include <stdbool.h>

void use_processors(enum share share) {
  static bool is_known;
  static cpu_set_t all;
  if (!is_known && sched_getaffinity(0, sizeof all, &all) != 0) return;
  is_known = true;
  if (CPU_COUNT(&all) < 2) return;
  int first = 0;
  while (!CPU_ISSET(first, &all)) first++;
  cpu_set_t set = all;
  if (share == of_client) {
    CPU_ZERO(&set);
    CPU_SET(first, &set);
  } else {
    CPU_CLR(first, &set);
  }
  sched_setaffinity(0, sizeof set, &set);
}
#else
void use_processors(enum share share) { (void)share; }
#endif
