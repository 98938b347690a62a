/* Files and names, by calls that differ between systems or that Swift's module of the C library lacks. */

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#endif

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

bool memo_is_shared(int folder) {
  struct statfs found;
  if (fstatfs(folder, &found) != 0) return false;
#if defined(__linux__)
  switch ((unsigned)found.f_type) {
  case 0x6969:     /* NFS */
  case 0x517b:     /* SMB */
  case 0xfe534d42: /* SMB2 */
  case 0xff534d42: /* CIFS */
  case 0x65735546: /* FUSE */
  case 0x01021997: /* 9p */
  case 0x5346414f: /* AFS */
  case 0x6b414653: /* kAFS */
  case 0x73757245: /* Coda */
  case 0x00c36400: /* Ceph */
  case 0x786f4256: /* VirtualBox's shared folders */
  case 0xbacbacbc: /* VMware's */
    return true;
  default: return false;
  }
#else
  return !(found.f_flags & MNT_LOCAL);
#endif
}

int memo_sync_all(int descriptor) {
#if defined(__linux__)
  int result = syncfs(descriptor);
#else
  int result = fsync_volume_np(descriptor, SYNC_VOLUME_FULLSYNC | SYNC_VOLUME_WAIT);
#endif
  if (result == 0 || errno == EIO || errno == ENOSPC || errno == EDQUOT) return result;
  /* What can't be had of one file system is to be had of all. */
  sync();
  return 0;
}

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

/* A file system may store any number of seconds; those of three centuries fit. */
static long long nanoseconds(long long seconds, long long rest) {
  const long long most = LLONG_MAX / 1000000000 - 1;
  if (seconds > most) return most * 1000000000;
  if (seconds < -most) return -most * 1000000000;
  return seconds * 1000000000 + rest;
}

#if defined(__APPLE__)
#define MODIFIED st_mtimespec
#define CHANGED st_ctimespec
#else
#define MODIFIED st_mtim
#define CHANGED st_ctim
#endif

int memo_look_at(int folder, const char *name, struct memo_file_status *status) {
  bool is_itself = *name == 0;
#if defined(__linux__) && defined(STATX_BTIME)
  struct statx found;
  int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (is_itself ? AT_EMPTY_PATH : 0);
  if (statx(folder, name, flags, STATX_BASIC_STATS | STATX_BTIME, &found) == 0) {
    *status = (struct memo_file_status){
        .mode = found.stx_mode,
        .owner = found.stx_uid,
        .group = found.stx_gid,
        .links = found.stx_nlink,
        .device = (unsigned long long)found.stx_dev_major << 32 | found.stx_dev_minor,
        .inode = found.stx_ino,
        .size = (long long)found.stx_size,
        .modified = nanoseconds(found.stx_mtime.tv_sec, found.stx_mtime.tv_nsec),
        .changed = nanoseconds(found.stx_ctime.tv_sec, found.stx_ctime.tv_nsec),
        .born = found.stx_mask & STATX_BTIME ? nanoseconds(found.stx_btime.tv_sec, found.stx_btime.tv_nsec) : 0};
    return 0;
  }
  /* Older systems, and some containers, have no such call. */
  if (errno != ENOSYS && errno != EPERM) return errno;
#endif
  struct stat old;
  if ((is_itself ? fstat(folder, &old) : fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW)) != 0) return errno;
  *status = (struct memo_file_status){
      .mode = old.st_mode,
      .owner = old.st_uid,
      .group = old.st_gid,
      .links = old.st_nlink,
      .device = (unsigned long long)old.st_dev,
      .inode = old.st_ino,
      .size = old.st_size,
      .modified = nanoseconds(old.MODIFIED.tv_sec, old.MODIFIED.tv_nsec),
      .changed = nanoseconds(old.CHANGED.tv_sec, old.CHANGED.tv_nsec)};
#if defined(__APPLE__)
  status->born = nanoseconds(old.st_birthtimespec.tv_sec, old.st_birthtimespec.tv_nsec);
#endif
  return 0;
}

int memo_is_open_for_writing(int descriptor) {
#if defined(F_SETLEASE) && defined(F_SETSIG)
  /* Who opens it in between is told of, and let in at once: by a signal that ends nobody. */
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
  fcntl(descriptor, F_SETLEASE, F_UNLCK);
  return 0;
#else
  (void)descriptor;
  return -1;
#endif
}

#if defined(__APPLE__)
long memo_attributes_list(int descriptor, char *names, size_t size) { return flistxattr(descriptor, names, size, 0); }
long memo_attribute_get(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size, 0, 0);
}
int memo_attribute_set(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0, 0);
}
int memo_attribute_remove(int descriptor, const char *name) { return fremovexattr(descriptor, name, 0); }
#else
long memo_attributes_list(int descriptor, char *names, size_t size) { return flistxattr(descriptor, names, size); }
long memo_attribute_get(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size);
}
int memo_attribute_set(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}
int memo_attribute_remove(int descriptor, const char *name) { return fremovexattr(descriptor, name); }
#endif
