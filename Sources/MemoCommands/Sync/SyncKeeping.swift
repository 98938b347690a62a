import Dispatch
package import MemoHost
import MemoReplica
import Platform

/// A watch beside a server. One that has ended is begun again while the server runs: there may be a hub by then, or a
/// yes to what it asked.
package final class SyncKeeping: Sendable {
  private let program: String
  private let store: String
  /// A pipe whose end tells the watch that the server has ended, however that came about.
  private let life: Pipe
  /// A pipe for what the watch says, and for a 0 at the end of each.
  private let words: Pipe

  /// The most bytes of a line.
  private static let mostBytes = 1 << 16

  /// Begins a watch.
  ///
  /// - Parameters:
  ///   - store: the database file.
  ///   - log: told what the watch does and what goes wrong.
  /// - Returns: what keeps it; nil if the program is missing, or can't be started.
  package static func begin(store: String, log: Log) -> SyncKeeping? {
    guard let program = SyncProgram.path(beside: Paths.program), let life = Pipe(), let words = Pipe() else {
      return nil
    }
    let keeping = SyncKeeping(program, store, life, words)
    guard let child = keeping.start() else { return nil }
    DispatchQueue(label: "sync-words").async { keeping.passOn(to: log) }
    DispatchQueue(label: "sync-program").async { keeping.keep(child) }
    return keeping
  }

  private init(_ program: String, _ store: String, _ life: Pipe, _ words: Pipe) {
    (self.program, self.store, self.life, self.words) = (program, store, life, words)
  }

  /// Ends the watch, at the end of the server.
  package func end() { life.closeWriter() }

  private func start() -> pid_t? {
    let arguments = [program, SyncCommand.usage.name, "--watch", "--until-eof", "--store", store]
    let (child, code) = ChildProcess.start(
      arguments, streams: [(life.reader, as: 0), (words.writer, as: 1), (words.writer, as: 2)],
      handling: [SIGINT, SIGTERM, SIGHUP, SIGPIPE], isGroup: true)
    return code == 0 ? child : nil
  }

  private func keep(_ first: pid_t) {
    var (child, pauses): (pid_t?, SyncPauses) = (first, SyncPauses())
    while true {
      let begun = ContinuousClock.now
      var isTaken = false
      if let child {
        let ending = Self.ending(of: child)
        _ = write(words.writer, [0], 1)
        // Its input has ended, or it understands another command line.
        if ending == 0 || ending == CommandError.usageStatus { return }
        isTaken = ending == SyncCommand.taken
      }
      // While another process watches no program waits for that, nor does anything wake this one.
      if !isTaken || !SyncLock.waitUntilFree(.watch, of: store) { sleep(pauses.next(after: .now - begun)) }
      child = start()
    }
  }

  /// Waits for its end; nil for that by a signal.
  private static func ending(of child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return ChildProcess.ending(status).status
  }

  /// Passes on what is said to the log: stdout is the client's.
  private func passOn(to log: Log) {
    var (line, said): ([UInt8], SyncWords) = ([], SyncWords())
    var buffer = [UInt8](repeating: 0, count: 4096)
    func end() {
      defer { line = [] }
      let words = String(decoding: line, as: UTF8.self)
      guard !words.isEmpty, said.isNew(words) else { return }
      let (level, message) = SyncWords.meaning(of: words)
      log.write(level, message)
    }
    while true {
      let count = read(words.reader, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      for byte in buffer[..<count] {
        switch byte {
        case 0:
          end()
          said.end()
        case UInt8(ascii: "\n"): end()
        default:
          line.append(byte)
          if line.count == Self.mostBytes { end() }
        }
      }
    }
  }
}

/// The time for which a watch that has ended is not begun again: twice as long each time, until one has lasted.
struct SyncPauses {
  private var seconds: UInt32 = 1

  /// The longest one, in seconds; also how long a watch must have lasted.
  private static let longest: UInt32 = 60

  /// The next one, in seconds.
  mutating func next(after life: Duration) -> UInt32 {
    if life >= .seconds(Self.longest) { seconds = 1 }
    defer { seconds = min(2 * seconds, Self.longest) }
    return seconds
  }
}

/// What one watch after another says. One that says the same as the one before it says nothing new.
struct SyncWords {
  /// The first lines of the last watch, and of this one.
  private var (before, now): ([String], [String]) = ([], [])

  /// Those that fail say no more.
  private static let mostLines = 8

  /// Whether a line is to be passed on.
  mutating func isNew(_ line: String) -> Bool {
    guard now.count < Self.mostLines else { return true }
    now.append(line)
    return now.count > before.count || !before.starts(with: now)
  }

  /// The watch has ended.
  mutating func end() { (before, now) = (now, []) }

  /// The level and the message of a line. One that is not of a log says why the watch has ended.
  static func meaning(of line: String) -> (level: LogLevel, message: String) {
    let parts = LogLevel.parts(of: line)
    let message = parts?.message ?? line.dropFirst(line.hasPrefix(ending) ? ending.count : 0)
    return (parts?.level ?? .warning, "sync: \(message)")
  }

  /// The beginning of the line in which a command says why it failed.
  private static let ending = "memo-ls \(SyncCommand.usage.name): "
}
