/*
 * Makes storage calls fail. Preloaded into the server (LD_PRELOAD), it counts the calls that touch files of the store's
 * folder, lets those fail that a shared file names, and can write down what went to the files. It can also put a file
 * in the way just as it is looked for. See faults.py.
 *
 * Giving back (close, unlock, munmap) never fails here: nobody could do anything about it. Nor do SQLite's own locks
 * (fcntl): it takes every failure of one for "locked", and asks again for some seconds.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the shared file holds; the same as `LAYOUT` in faults.py. */
struct control {
  _Atomic int64_t calls, first, last, failed;
  _Atomic int32_t code, mask; /* errno, or SHORT_WRITE; a bit for each kind that counts */
  char call[80];              /* the last call that failed */
};

enum kind { OPEN, READ, WRITE, SYNC, SIZE, MAP, NAME, LOCK, LOOK };
enum { SHORT_WRITE = -1, DESCRIPTORS = 1024 };

static struct control *control;
static const char *folder;
static char *paths[DESCRIPTORS]; /* of the store's files that are open */
static int log_file = -1;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL"), *log = getenv("FAULTS_LOG");
  folder = getenv("FAULTS_FOLDER");
  if (log) log_file = REAL(open)(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (!path || !folder) return;
  int descriptor = REAL(open)(path, O_RDWR | O_CLOEXEC);
  void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (map == MAP_FAILED) abort();
  control = map;
  REAL(close)(descriptor);
}

static int is_ours(const char *path) { return folder && strncmp(path, folder, strlen(folder)) == 0; }

static const char *path_of(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS ? paths[descriptor] : NULL;
}

/* Counts a call; the errno it has to fail with, SHORT_WRITE, or 0. */
static int fault(enum kind kind, const char *call, const char *path) {
  if (!control || !path || !is_ours(path) || !(control->mask & 1 << kind)) return 0;
  int64_t number = atomic_fetch_add(&control->calls, 1) + 1;
  int code = control->code;
  if (number < control->first || number > control->last || (code == SHORT_WRITE && kind != WRITE)) return 0;
  const char *name = strrchr(path, '/');
  snprintf(control->call, sizeof control->call, "%s %s", call, name ? name + 1 : path);
  atomic_fetch_add(&control->failed, 1);
  return code;
}

/* Writes down what became of a file: W(rite), S(ync), F(ailed sync), T(runcate), U(nlink). */
static void note(char what, const char *path, int64_t offset, int64_t length, const void *data) {
  if (log_file < 0 || !path || !is_ours(path)) return;
  struct { int64_t what, path, offset, length; } head = {what, strlen(path), offset, length};
  pthread_mutex_lock(&log_lock);
  REAL(write)(log_file, &head, sizeof head);
  REAL(write)(log_file, path, head.path);
  if (data) REAL(write)(log_file, data, length);
  pthread_mutex_unlock(&log_lock);
}

/* Puts a prepared file in its place, once: as that place is opened, or as the folder is read for the second time. */
static void plant(const char *path, int is_folder) {
  static _Atomic int folders_read, is_planted;
  const char *from = getenv("FAULTS_PLANT"), *to = getenv("FAULTS_PLANT_AS");
  if (!from || !to) return;
  if (is_folder ? !strstr(to, "-edits-") || atomic_fetch_add(&folders_read, 1) != 1 : strcmp(path, to) != 0) return;
  if (!atomic_exchange(&is_planted, 1)) REAL(rename)(from, to);
}

#define FAIL(kind, path)                     \
  do {                                       \
    int code = fault(kind, __func__, path);  \
    if (code) return errno = code, -1;       \
  } while (0)

static int opened(int descriptor, const char *path) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS && is_ours(path)) paths[descriptor] = strdup(path);
  return descriptor;
}

#define OPEN_AS(name)                                       \
  int name(const char *path, int flags, ...) {              \
    va_list rest;                                           \
    va_start(rest, flags);                                  \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                           \
    FAIL(OPEN, path);                                       \
    plant(path, 0);                                         \
    return opened(REAL(name)(path, flags, mode), path);     \
  }
OPEN_AS(open)
OPEN_AS(open64)

DIR *opendir(const char *path) {
  int code = fault(OPEN, __func__, path);
  if (code) return errno = code, NULL;
  plant(path, 1);
  return REAL(opendir)(path);
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) {
    free(paths[descriptor]);
    paths[descriptor] = NULL;
  }
  return REAL(close)(descriptor);
}

#define PREAD_AS(name)                                                         \
  ssize_t name(int descriptor, void *data, size_t count, __off64_t offset) {   \
    FAIL(READ, path_of(descriptor));                                           \
    return REAL(name)(descriptor, data, count, offset);                        \
  }
PREAD_AS(pread)
PREAD_AS(pread64)

#define PWRITE_AS(name)                                                              \
  ssize_t name(int descriptor, const void *data, size_t count, __off64_t offset) {   \
    const char *path = path_of(descriptor);                                          \
    int code = fault(WRITE, __func__, path);                                         \
    if (code > 0) return errno = code, -1;                                           \
    if (code == SHORT_WRITE) count = (count + 1) / 2;                                \
    ssize_t written = REAL(name)(descriptor, data, count, offset);                   \
    if (written > 0) note('W', path, offset, written, data);                         \
    return written;                                                                  \
  }
PWRITE_AS(pwrite)
PWRITE_AS(pwrite64)

#define SYNC_AS(name)                                                  \
  int name(int descriptor) {                                           \
    const char *path = path_of(descriptor);                            \
    int code = fault(SYNC, __func__, path);                            \
    note(code ? 'F' : 'S', path, 0, 0, NULL);                          \
    if (code) return errno = code, -1;                                 \
    return REAL(name)(descriptor);                                     \
  }
SYNC_AS(fsync)
SYNC_AS(fdatasync)

#define TRUNCATE_AS(name)                                    \
  int name(int descriptor, __off64_t length) {               \
    const char *path = path_of(descriptor);                  \
    FAIL(SIZE, path);                                        \
    note('T', path, length, 0, NULL);                        \
    return REAL(name)(descriptor, length);                   \
  }
TRUNCATE_AS(ftruncate)
TRUNCATE_AS(ftruncate64)

#define ALLOCATE_AS(name)                                               \
  int name(int descriptor, __off64_t offset, __off64_t length) {        \
    int code = fault(SIZE, __func__, path_of(descriptor));              \
    return code ? code : REAL(name)(descriptor, offset, length);        \
  }
ALLOCATE_AS(posix_fallocate)
ALLOCATE_AS(posix_fallocate64)

#define MMAP_AS(name)                                                                                   \
  void *name(void *at, size_t length, int protection, int flags, int descriptor, __off64_t offset) {    \
    int code = fault(MAP, __func__, path_of(descriptor));                                               \
    if (code) return errno = code, MAP_FAILED;                                                          \
    return REAL(name)(at, length, protection, flags, descriptor, offset);                               \
  }
MMAP_AS(mmap)
MMAP_AS(mmap64)

int unlink(const char *path) {
  FAIL(NAME, path);
  note('U', path, 0, 0, NULL);
  return REAL(unlink)(path);
}

int rename(const char *from, const char *to) {
  FAIL(NAME, from);
  note('U', from, 0, 0, NULL);
  return REAL(rename)(from, to);
}

int access(const char *path, int mode) {
  FAIL(LOOK, path);
  return REAL(access)(path, mode);
}

int mkdir(const char *path, mode_t mode) {
  FAIL(NAME, path);
  return REAL(mkdir)(path, mode);
}

int flock(int descriptor, int operation) {
  if (!(operation & LOCK_UN)) FAIL(LOCK, path_of(descriptor));
  return REAL(flock)(descriptor, operation);
}

#define STAT_AS(name, result)                            \
  int name(const char *path, struct result *status) {    \
    FAIL(LOOK, path);                                    \
    return REAL(name)(path, status);                     \
  }
STAT_AS(stat, stat)
STAT_AS(stat64, stat64)
STAT_AS(lstat, stat)
STAT_AS(lstat64, stat64)

#define FSTAT_AS(name, result)                           \
  int name(int descriptor, struct result *status) {      \
    FAIL(LOOK, path_of(descriptor));                     \
    return REAL(name)(descriptor, status);               \
  }
FSTAT_AS(fstat, stat)
FSTAT_AS(fstat64, stat64)
