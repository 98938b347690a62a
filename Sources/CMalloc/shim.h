#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* Freed memory of more than so many bytes goes back to the system, where malloc is glibc's. That one keeps what is large for
   itself once such a piece was freed, and twice as much beside it: after one message of 10 MB some 20 MB stay. A limit that
   was named stays what it is (mallopt(3), M_MMAP_THRESHOLD). Others have no such call and need none; Swift's module of the C
   library has none either. */
static inline void memo_malloc_give_back(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}
