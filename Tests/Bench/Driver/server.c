#define _GNU_SOURCE
#include "server.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failure.h"
#include "processors.h"

extern char **environ;

struct server start_server(char *const arguments[]) {
  int to[2], from[2];
  if (pipe(to) != 0 || pipe(from) != 0) fail("no pipe");
  fcntl(to[1], F_SETFD, FD_CLOEXEC);
  fcntl(from[0], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, to[0]);
  posix_spawn_file_actions_addclose(&actions, from[1]);
  struct server server = {.input = to[1], .output = from[0]};
  use_processors(of_server); /* inherited by the server */
  if (posix_spawnp(&server.process, arguments[0], &actions, NULL, arguments, environ) != 0) fail("%s", arguments[0]);
  use_processors(of_client);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  return server;
}

int end_server(struct server *server, int kills, struct usage *usage) {
  if (kills) kill(server->process, SIGKILL);
  close(server->input);
  siginfo_t info;
  if (waitid(P_PID, (id_t)server->process, &info, WEXITED | WNOWAIT) != 0) fail("no end");
  *usage = usage_of(server); /* it still counts what it wrote, until it is waited for */
  int status;
  waitpid(server->process, &status, 0);
  close(server->output);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
