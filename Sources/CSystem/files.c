/* Files and names, by calls that differ between systems or that Swift's module of the C library lacks. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__linux__) && defined(SYS_openat2)
int memo_open_beneath(int folder, const char *path, int flags, unsigned mode) {
  struct {
    uint64_t flags, mode, resolve;
  } how = {(uint64_t)flags, mode, 0x08 /* RESOLVE_BENEATH */ | 0x04 /* RESOLVE_NO_SYMLINKS */};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
#else
int memo_open_beneath(int folder, const char *path, int flags, unsigned mode) {
  (void)folder, (void)path, (void)flags, (void)mode;
  errno = ENOSYS;
  return -1;
}
#endif

#if defined(O_PATH)
const int memo_open_passing = O_PATH;
#else
const int memo_open_passing = O_RDONLY;
#endif

static int rename_as(int folder, const char *name, int other_folder, const char *other_name, unsigned how) {
#if defined(__linux__) && defined(SYS_renameat2)
  return syscall(SYS_renameat2, folder, name, other_folder, other_name, how) == 0 ? 0 : errno;
#elif defined(__APPLE__)
  return renameatx_np(folder, name, other_folder, other_name, how) == 0 ? 0 : errno;
#else
  (void)folder, (void)name, (void)other_folder, (void)other_name, (void)how;
  return ENOSYS;
#endif
}

#if defined(__APPLE__)
enum { as_exchange = RENAME_SWAP, as_new = RENAME_EXCL };
#else
enum { as_exchange = 2 /* RENAME_EXCHANGE */, as_new = 1 /* RENAME_NOREPLACE */ };
#endif

int memo_exchange_names(int folder, const char *name, int other_folder, const char *other_name) {
  return rename_as(folder, name, other_folder, other_name, as_exchange);
}

int memo_rename_to_new(int folder, const char *name, int other_folder, const char *other_name) {
  return rename_as(folder, name, other_folder, other_name, as_new);
}
