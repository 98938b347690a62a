import JSONRPC
import LanguageServer
import MemoCommands
import MemoEngine
import MemoFolder
import MemoHost
import Platform

extension MemoLS {
  /// The number of file descriptors that a folder takes besides: itself and our own folder in it, its lock, its watch,
  /// a pipe; the store once more; and two for each folder on the way to the innermost.
  private static let folderDescriptors = 48

  /// What keeps a folder and its store equal.
  ///
  /// - Throws: ``FolderError`` if that can't be done.
  static func keeping(
    _ place: NotesFolder, _ store: String, _ settings: ServeSettings
  ) throws(FolderError) -> FolderKeeping {
    guard Descriptors.areLeft(descriptors + folderDescriptors) else {
      throw FolderError("too few files may be open for a folder; raise the limit (ulimit -n)")
    }
    return try MemoHost.keeping(place, store: store, settings.engine)
  }

  /// What opens folders that are found while a store is served already.
  static func folderOpener(_ settings: ServeSettings, _ loop: EventLoop, _ log: Log) -> FolderOpener {
    { place throws(FolderError) in try open(place, settings, loop, log) }
  }

  /// Opens a folder that was found while a store is served already.
  ///
  /// - Throws: ``FolderError`` if that can't be done.
  private static func open(
    _ place: NotesFolder, _ settings: ServeSettings, _ loop: EventLoop, _ log: Log
  ) throws(FolderError) -> MemoHost {
    let path = try place.findStore()
    try place.checkStore(path)
    return MemoHost(
      beginning: path, folder: try keeping(place, path, settings), configuration: settings.engine,
      clock: ContinuousClock(), date: { .now }, executor: loop, log: log)
  }
}
