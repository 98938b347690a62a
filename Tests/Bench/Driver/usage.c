#include "server.h"

#ifdef __APPLE__
#include <libproc.h>
#include <sys/resource.h>

struct usage usage_of(const struct server *server) {
  struct rusage_info_v4 info;
  struct usage usage = {-1, -1, -1};
  if (proc_pid_rusage(server->process, RUSAGE_INFO_V4, (rusage_info_t *)&info) != 0) return usage;
  usage.resident_bytes = (int64_t)info.ri_resident_size;
  usage.peak_bytes = (int64_t)info.ri_lifetime_max_phys_footprint;
  usage.written_bytes = (int64_t)info.ri_diskio_byteswritten;
  return usage;
}
#else
#include <stdio.h>
#include <string.h>

/* The number behind a name in a file of /proc; -1 if it is not there. */
static int64_t number(pid_t process, const char *file, const char *name) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
  FILE *stream = fopen(path, "r");
  if (!stream) return -1;
  long long value = -1;
  while (value < 0 && fgets(line, sizeof line, stream)) {
    if (strncmp(line, name, strlen(name)) == 0) sscanf(line + strlen(name), "%lld", &value);
  }
  fclose(stream);
  return value;
}

struct usage usage_of(const struct server *server) {
  int64_t resident = number(server->process, "status", "VmRSS:");
  int64_t peak = number(server->process, "status", "VmHWM:");
  return (struct usage){
      .resident_bytes = resident < 0 ? -1 : resident * 1024,
      .peak_bytes = peak < 0 ? -1 : peak * 1024,
      .written_bytes = number(server->process, "io", "wchar:"),
  };
}
#endif
