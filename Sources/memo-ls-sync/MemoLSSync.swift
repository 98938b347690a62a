import JSONRPC
import MemoCommands
import Platform

/// `memo-ls-sync`: the program for those commands of `memo-ls` that reach a hub. Its command line is the same.
@main
enum MemoLSSync {
  static func main() {
    let output = StandardStreams.guarded()
    var environment = CommandEnvironment(output: output) { _ in
      StandardStreams.print("memo-ls-sync serves nobody; start memo-ls\n", to: STDERR_FILENO)
      return 1
    }
    environment.hubs = PostgresAccess()
    exit(Commands.run(in: environment))
  }
}
