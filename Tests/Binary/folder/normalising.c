/*
 * Makes any file system one that normalises names, as HFS+ does. Preloaded into the program (LD_PRELOAD), it has each
 * name decomposed before the system gets it: a file is called so, whatever it was to be called, and found by either
 * form. Only é and the syllables of Hangul are decomposed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static char *put(char *to, unsigned scalar) {
  *to++ = 0xE0 | scalar >> 12;
  *to++ = 0x80 | (scalar >> 6 & 0x3F);
  *to++ = 0x80 | (scalar & 0x3F);
  return to;
}

/* A path as the file system has it; a path that it has already, or one too long, stays. */
static const char *decomposed(const char *path, char buffer[PATH_MAX]) {
  char *to = buffer;
  if (!path || strlen(path) * 3 >= PATH_MAX) return path;
  for (const unsigned char *from = (const unsigned char *)path; *from;) {
    unsigned scalar = (from[0] & 0x0F) << 12 | (from[0] >= 0xE0 ? (from[1] & 0x3F) << 6 | (from[2] & 0x3F) : 0);
    if (from[0] == 0xC3 && from[1] == 0xA9) {
      to = stpcpy(to, "e\xCC\x81");
      from += 2;
    } else if (from[0] >= 0xE0 && from[0] < 0xF0 && scalar >= 0xAC00 && scalar < 0xD7A4) {
      unsigned syllable = scalar - 0xAC00;
      to = put(to, 0x1100 + syllable / 588);
      to = put(to, 0x1161 + syllable % 588 / 28);
      if (syllable % 28) to = put(to, 0x11A7 + syllable % 28);
      from += 3;
    } else {
      *to++ = *from++;
    }
  }
  *to = 0;
  return buffer;
}

#define ONE char first[PATH_MAX]
#define TWO char first[PATH_MAX], second[PATH_MAX]

#define OPENAT(name)                                                  \
  int name(int folder, const char *path, int flags, ...) {            \
    ONE;                                                              \
    va_list rest;                                                     \
    va_start(rest, flags);                                            \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;         \
    va_end(rest);                                                     \
    return REAL(name)(folder, decomposed(path, first), flags, mode);  \
  }
OPENAT(openat)
OPENAT(openat64)

int unlinkat(int folder, const char *path, int flags) {
  ONE;
  return REAL(unlinkat)(folder, decomposed(path, first), flags);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  ONE;
  return REAL(mkdirat)(folder, decomposed(path, first), mode);
}

int faccessat(int folder, const char *path, int mode, int flags) {
  ONE;
  return REAL(faccessat)(folder, decomposed(path, first), mode, flags);
}

int renameat(int folder, const char *path, int other, const char *to) {
  TWO;
  return REAL(renameat)(folder, decomposed(path, first), other, decomposed(to, second));
}

int linkat(int folder, const char *path, int other, const char *to, int flags) {
  TWO;
  return REAL(linkat)(folder, decomposed(path, first), other, decomposed(to, second), flags);
}

int renameat2(int folder, const char *path, int other, const char *to, unsigned flags) {
  TWO;
  return REAL(renameat2)(folder, decomposed(path, first), other, decomposed(to, second), flags);
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
  ONE;
  return REAL(fstatat)(folder, decomposed(path, first), status, flags);
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *status) {
  ONE;
  return REAL(statx)(folder, decomposed(path, first), flags, mask, status);
}

char *realpath(const char *path, char *resolved) {
  ONE;
  return REAL(realpath)(decomposed(path, first), resolved);
}

/* Calls of which the C library has no function. */
long syscall(long number, ...) {
  TWO;
  va_list rest;
  va_start(rest, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_openat2 || number == SYS_renameat2 || number == SYS_statx)
    a[1] = (long)decomposed((const char *)a[1], first);
  if (number == SYS_renameat2) a[3] = (long)decomposed((const char *)a[3], second);
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
