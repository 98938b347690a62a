#pragma once
#include <stdint.h>
#include <sys/types.h>

/* The process that is measured. */
struct server {
  pid_t process;
  int input, output; /* its stdin and stdout, our ends of them */
};

/* What the system says of it; -1 where the system does not say. */
struct usage {
  int64_t resident_bytes, peak_bytes;
  int64_t written_bytes; /* Linux: all that was given to write and its kin, pipes too; macOS: what went to disks */
};

/* Starts a program on all processors but one, on which this process goes on; anywhere if there is only one. */
struct server start_server(char *const arguments[]);

struct usage usage_of(const struct server *server);

/* Closes its stdin, or kills it; waits for its end. Its last usage is put into `usage`, the exit status returned. */
int end_server(struct server *server, int kills, struct usage *usage);
