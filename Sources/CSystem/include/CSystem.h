/* Calls of the system that Swift's module of the C library lacks, and what signal handlers do, which must be C: Swift
   promises of no code that it neither waits nor allocates. Where the system has no such call, they do nothing. */

#include <stdbool.h>
#include <stddef.h>

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__linux__)
#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* Freed memory of more than so many bytes goes back to the system, where malloc is glibc's. That one keeps what is
   large for itself once such a piece was freed, and twice as much beside it: after one message of 10 MB some 20 MB
   stay. A limit that was named stays what it is (mallopt(3), M_MMAP_THRESHOLD). */
static inline void memo_malloc_give_back(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

/* Gives back the pages of memory of which nothing is used. What is freed between things that are kept stays with
   glibc's malloc (malloc_trim(3)). */
static inline void memo_malloc_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

/* Where bytes stand first among others; NULL if nowhere (memmem). */
const void *memo_find_bytes(const void *all, size_t count, const void *part, size_t part_count);

/* The calling thread works for a short time and then waits for its client: Linux, since 6.12, lets a thread that asks
   for short turns go before one with longer turns as soon as it has work, rather than after up to 3 ms
   (sched_setattr(2), sched_runtime, in nanoseconds; 0.1 ms is the shortest). Neither gets more of the processor than
   before. Older systems take no notice. Threads that this one starts have turns of the usual length. */
static inline void memo_thread_takes_short_turns(void) {
#if defined(__linux__) && defined(SYS_sched_setattr)
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } turns = {0};
  if (syscall(SYS_sched_getattr, 0, &turns, 48, 0) != 0 || turns.policy != 0 /* SCHED_OTHER */) return;
  turns.flags = 1; /* SCHED_FLAG_RESET_ON_FORK */
  turns.runtime = 100000;
  syscall(SYS_sched_setattr, 0, &turns, 0);
#endif
}

/* Makes sure that a part of a file that lies in its length has room on the disk, so that no store into a map of it
   can fail. Returns an errno, 0 for none; a file system that can't say (fallocate(2), EOPNOTSUPP) is taken at its
   word. */
static inline int memo_reserve(int descriptor, long offset, long length) {
#if defined(__linux__) && defined(SYS_fallocate) && __SIZEOF_LONG__ == 8
  while (syscall(SYS_fallocate, descriptor, 1 /* FALLOC_FL_KEEP_SIZE */, offset, length) != 0) {
    if (errno == EOPNOTSUPP || errno == ENOSYS) return 0;
    if (errno != EINTR) return errno;
  }
#else
  (void)descriptor, (void)offset, (void)length;
#endif
  return 0;
}

/* Takes SIGBUS over, once in a process: see bus_errors.c. What is not about a protected map goes on to whatever handled
   it before. */
void memo_bus_errors_catch(void);

/* Protects a map that begins at a page from its file being cut short. Gives its number, -1 if too many
   are protected already. */
int memo_map_protect(void *start, size_t size);

/* Whether a protected map's file was found cut short. */
bool memo_map_is_lost(int map);

/* Ends the protection, before the map goes. */
void memo_map_end(int map);

/* From now on signals that ask the process to end are only noted: see ending_signals.c. */
void memo_ending_signals_put_off(void);

/* Lets the one that was noted last, if any, do what it would have done. */
void memo_ending_signals_let_through(void);

/* Opens what a path below a folder leads to, without following a link and without leaving the folder (openat2(2),
   Linux 5.6). Returns a descriptor, or -1 with errno, which is ENOSYS where the system has no such call. */
int memo_open_beneath(int folder, const char *path, int flags, unsigned mode);

/* The flag of open(2) for a folder on the way to something, which need not be readable: O_PATH, where the system has it. */
extern const int memo_open_passing;

/* Lets two names change places in one step (renameat2(2), RENAME_EXCHANGE; macOS: RENAME_SWAP). Returns 0 or an errno;
   ENOSYS or EINVAL where the system or the file system can't. */
int memo_exchange_names(int folder, const char *name, int other_folder, const char *other_name);

/* Renames unless there is something of the new name (RENAME_NOREPLACE; macOS: RENAME_EXCL). Returns as above. */
int memo_rename_to_new(int folder, const char *name, int other_folder, const char *other_name);

/* What is known of a file; times in nanoseconds since 1970, as far as these reach. */
struct memo_file_status {
  unsigned mode, owner, group;
  unsigned long links;
  unsigned long long device, inode;
  long long size, modified, changed;
  /* When it was made; 0 where the file system does not say. */
  long long born;
};

/* Looks at a name in a folder, or at the folder's descriptor itself if the name is empty; a link is not followed.
   Returns 0 or an errno. */
int memo_look_at(int folder, const char *name, struct memo_file_status *status);

/* Extended attributes of an open file, as the calls of those names have them on Linux. */
long memo_attributes_list(int descriptor, char *names, size_t size);
long memo_attribute_get(int descriptor, const char *name, void *value, size_t size);
int memo_attribute_set(int descriptor, const char *name, const void *value, size_t size);
int memo_attribute_remove(int descriptor, const char *name);
