/* Touching a page of a map behind the end of its file raises SIGBUS. The handler then puts plain memory in the map's
   place, so that the process goes on, and records that the file is lost. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

/* Two gigabytes of unsaved changes, at four megabytes each. */
enum { map_count = 512 };

/* With a lock the handler would wait for the thread that it interrupts. */
_Static_assert(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_LONG_LOCK_FREE == 2 && ATOMIC_BOOL_LOCK_FREE == 2, "locks");

static struct map {
  atomic_bool is_taken;
  /* Odd while the two that follow are being changed. */
  atomic_uint changes;
  atomic_uintptr_t start;
  atomic_size_t size;
  atomic_bool is_lost;
} maps[map_count];

/* The previous handler. Written before ours is installed, and never again. */
static struct sigaction before;

static void set(struct map *map, void *start, size_t size) {
  atomic_fetch_add(&map->changes, 1);
  atomic_store(&map->start, (uintptr_t)start);
  atomic_store(&map->size, size);
  atomic_fetch_add(&map->changes, 1);
}

/* Whether an address lies in a map, and the map's memory. A map is protected before anybody touches it, and until
   nobody does any more: so the map that the interrupted thread touches does not change meanwhile; one that changes is
   another. */
static bool contains(struct map *map, uintptr_t address, uintptr_t *start, size_t *size) {
  unsigned changes = atomic_load(&map->changes);
  *start = atomic_load(&map->start);
  *size = atomic_load(&map->size);
  return changes % 2 == 0 && changes == atomic_load(&map->changes) && address >= *start && address - *start < *size;
}

/* Does what would have been done without this handler. */
static void pass_on(int number, siginfo_t *info, void *context, bool is_fault) {
  if (before.sa_flags & SA_SIGINFO) {
    before.sa_sigaction(number, info, context);
  } else if (before.sa_handler == SIG_IGN && !is_fault) {
    /* Ignored, as before. A fault can't be: its instruction would fail again. */
  } else if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN) {
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
    /* Blocked until the handler returns. */
    raise(number);
  } else {
    before.sa_handler(number);
  }
}

/* Uses only loads, stores, and calls that are safe here (POSIX.1-2024, section 2.4.3); and mmap, which on all of our
   systems is a plain call to the kernel. */
static void handle(int number, siginfo_t *info, void *context) {
  int error = errno;
  /* Sent by a process, it has no address (SI_USER and the like: 0 and less on Linux, 0x10001 and more on macOS). */
  bool is_fault = info->si_code > 0 && info->si_code < 0x10000;
  for (int index = 0; is_fault && index < map_count; index++) {
    uintptr_t start;
    size_t size;
    if (!contains(&maps[index], (uintptr_t)info->si_addr, &start, &size)) continue;
    atomic_store(&maps[index].is_lost, true);
    int flags = MAP_PRIVATE | MAP_FIXED | MAP_ANON;
    if (mmap((void *)start, size, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) break;
    errno = error;
    return;
  }
  pass_on(number, info, context, is_fault);
  errno = error;
}

void memo_bus_errors_catch(void) {
  sigaction(SIGBUS, NULL, &before);
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_mask = before.sa_mask;
  /* For a previous handler with a stack of its own; without such a stack it has no effect. */
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGBUS, &action, NULL);
}

int memo_map_protect(void *start, size_t size) {
  for (int index = 0; index < map_count; index++) {
    if (atomic_exchange(&maps[index].is_taken, true)) continue;
    atomic_store(&maps[index].is_lost, false);
    set(&maps[index], start, size);
    return index;
  }
  return -1;
}

bool memo_map_is_lost(int map) { return atomic_load(&maps[map].is_lost); }

void memo_map_end(int map) {
  set(&maps[map], NULL, 0);
  atomic_store(&maps[map].is_taken, false);
}
