import MemoModel
import Platform

extension Timestamp {
  /// Reads a time, as ``init(reading:)``; nil also if it can't be written again.
  init?(writable text: String) {
    guard let time = Timestamp(reading: text), Self.writable.contains(time) else { return nil }
    self = time
  }

  /// Converts a file's time, as closely as a memo's can come.
  init(file time: timespec) {
    let seconds = min(max(Int(time.tv_sec), -1 << 50), 1 << 50)
    let time = Timestamp(millisecondsSince1970: seconds * 1000 + Int(time.tv_nsec) / 1_000_000)
    self = min(max(time, Self.writable.lowerBound), Self.writable.upperBound)
  }
}
