/* System calls that Swift's module of the C library lacks, and signal handlers, which must be C: Swift guarantees of no
   code that it neither waits nor allocates. Where the system has no such call, they do nothing. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__linux__)
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <pthread.h>
#endif

/* Makes freed memory of more than this many bytes go back to the system, where malloc is glibc's. Otherwise glibc
   raises the limit once a large piece was freed: after one message of 10 MB it keeps some 20 MB. An explicit limit
   stays fixed (mallopt(3), M_MMAP_THRESHOLD). */
static inline void memo_malloc_give_back(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

/* Returns unused pages of memory to the system. By itself glibc's malloc keeps pages that are freed between pieces in
   use (malloc_trim(3)). */
static inline void memo_malloc_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

/* The first occurrence of bytes in others; NULL if there is none (memmem). */
const void *memo_find_bytes(const void *all, size_t count, const void *part, size_t part_count);

/* Asks for short time slices for the calling thread, which works briefly and then waits for its client: since 6.12
   Linux runs such a thread before one with longer slices as soon as it has work, rather than after up to 3 ms
   (sched_setattr(2), sched_runtime, in nanoseconds; 0.1 ms is the shortest). Neither gets more of the processor than
   before. Older systems ignore it. Threads that this one starts have slices of the usual length. */
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

/* Writes as much as there is room for right now, as if the descriptor were non-blocking, which for others than this
   process it may not become (pwritev2(2), RWF_NOWAIT; pipes and sockets since Linux 6.4). Returns how much that was,
   -1 with EAGAIN if there is no room, and with another errno where that can't be asked for. */
static inline long memo_write_now(int descriptor, const void *bytes, size_t count) {
#if defined(__linux__) && defined(SYS_pwritev2) && __SIZEOF_LONG__ == 8
  struct iovec part = {(void *)bytes, count};
  return syscall(SYS_pwritev2, descriptor, &part, 1, -1L /* no offset */, -1L, 8 /* RWF_NOWAIT */);
#else
  (void)descriptor, (void)bytes, (void)count;
  errno = ENOSYS;
  return -1;
#endif
}

/* Makes sure that a part within a file's length has room on the disk, so that no store into a map of it can fail.
   Returns an errno, 0 for none, also where the file system has no such call (fallocate(2), EOPNOTSUPP). */
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

/* Installs the handler of SIGBUS, once in a process: see bus_errors.c. Signals that are not about a protected map go to
   the previous handler. */
void memo_bus_errors_catch(void);

/* Protects a map that begins on a page boundary from the truncation of its file. Returns its number; -1 if too many are
   protected already. */
int memo_map_protect(void *start, size_t size);

/* Whether a protected map's file was found truncated. */
bool memo_map_is_lost(int map);

/* Ends the protection; must be called before the map is removed. */
void memo_map_end(int map);

/* From now on a process that is stopped where hardly a file can be opened any more writes a message, which must last as
   long as the process, and ends with a status: see few_descriptors.c. To be called once. */
void memo_end_without_descriptors(int status, const char *message);

/* From now on only records signals that ask the process to end: see ending_signals.c. */
void memo_ending_signals_put_off(void);

/* Lets the last recorded signal, if any, take its usual effect. */
void memo_ending_signals_let_through(void);

/* Records signals that ask the process to end, from now on, instead of ending it; those that were ignored still are,
   and a handler that was there is called, too: see caught_signals.c. */
void memo_ending_signals_catch(void);

/* The last signal that was recorded so; 0 for none. */
int memo_ending_signal_caught(void);

/* Has a byte written to a descriptor for each such signal. */
void memo_ending_signals_ring(int descriptor);

/* Stops a terminal from showing what is typed; false if the descriptor is none. What was typed before is dropped. If a
   signal ends the process meanwhile, the terminal is as before. See hidden_typing.c; not for two threads at once. */
bool memo_typing_hide(int descriptor);

/* Shows what is typed again. */
void memo_typing_show(void);

/* Names the calling thread in debuggers and process lists; Linux keeps up to 15 bytes. */
static inline void memo_name_thread(const char *name) {
#if defined(__linux__)
  prctl(PR_SET_NAME, name);
#elif defined(__APPLE__)
  pthread_setname_np(name);
#endif
}

/* Opens a path below a folder, without following a link and without leaving the folder (openat2(2), Linux 5.6).
   Returns a descriptor, or -1 with errno, which is ENOSYS where the system has no such call. */
int memo_open_beneath(int folder, const char *path, int flags, unsigned mode);

/* The flag of open(2) for a folder on a path, which need not be readable: O_PATH, where the system has it. */
extern const int memo_open_passing;

/* Whether an open folder's file system is shared with other machines, or is a program's work: then the system does not
   report all changes there. */
bool memo_is_shared(int folder);

/* Brings all of an open file's file system to the disk. Returns 0, or -1 with errno. */
int memo_sync_all(int descriptor);

/* Exchanges two names in one step (renameat2(2), RENAME_EXCHANGE; macOS: RENAME_SWAP). Returns 0 or an errno;
   ENOSYS or EINVAL where the system or the file system can't. */
int memo_exchange_names(int folder, const char *name, int other_folder, const char *other_name);

/* Renames, unless the new name is used (RENAME_NOREPLACE; macOS: RENAME_EXCL). Returns as above. */
int memo_rename_to_new(int folder, const char *name, int other_folder, const char *other_name);

/* The status of a file; times in nanoseconds since 1970, clamped to 64 bits. */
struct memo_file_status {
  unsigned mode, owner, group;
  unsigned long links;
  unsigned long long device, inode;
  long long size, modified, changed;
  /* When it was made; 0 where the file system does not say. */
  long long born;
};

/* Reads the status of a name in a folder, or of the folder itself if the name is empty; a link is not followed.
   Returns 0 or an errno. */
int memo_look_at(int folder, const char *name, struct memo_file_status *status);

/* Whether some process has a file open for writing: 1 for yes, 0 for no, -1 if that can't be told (fcntl(2),
   F_SETLEASE). The descriptor must be open for reading only. */
int memo_is_open_for_writing(int descriptor);

/* Extended attributes of an open file, with the arguments that the calls have on Linux. */
long memo_attributes_list(int descriptor, char *names, size_t size);
long memo_attribute_get(int descriptor, const char *name, void *value, size_t size);
int memo_attribute_set(int descriptor, const char *name, const void *value, size_t size);
int memo_attribute_remove(int descriptor, const char *name);
