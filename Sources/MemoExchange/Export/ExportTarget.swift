import MemoEngine

/// A folder or file that memos are written to.
protocol ExportTarget: AnyObject {
  /// The number of memos whose files were up to date, so that nothing was written.
  var unchanged: Int { get }
  /// Files that are left as they are because somebody has changed them.
  var kept: [String] { get }
  /// Takes a memo, and its bytes in the format.
  func take(_ memo: MemoSnapshot, _ bytes: [UInt8]) throws(FileFailure)
  /// Leaves out a memo that is damaged in the store; its title is given as far as it is known.
  func leaveOut(_ id: MemoID, _ title: String)
  /// Puts all in place and returns once it is on the disk. Files of memos that no longer exist are removed, unless
  /// somebody has changed them.
  func finish() throws(FileFailure)
}
