import JSONRPC
import MemoCommands
import MemoServer
import MemoStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Surroundings {
  /// What commands that are run by hand work with in this process.
  ///
  /// - Parameter output: the descriptor that stands for stdout.
  init(output: Int32) {
    self.init(
      storePath: { flag throws(UsageError) in
        do throws(Options.UsageError) {
          return try StoreLocation.path(flag: flag)
        } catch {
          throw UsageError(error.message)
        }
      },
      inspector: { StoreCheck(path: $0) },
      salvager: { StoreSalvage(path: $0) },
      print: { StandardStreams.print($0, to: output) },
      complain: { StandardStreams.print($0, to: STDERR_FILENO) })
  }
}
