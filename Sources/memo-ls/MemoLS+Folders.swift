import JSONRPC
import LanguageServer
import MemoCommands
import MemoEngine
import MemoFolder
import MemoHost
import Platform

extension MemoLS {
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
    guard Descriptors.areLeft(descriptors + folderDescriptors) else {
      throw FolderError("too few files may be open for a folder; raise the limit (ulimit -n)")
    }
    let path = try place.findStore()
    try place.checkStore(path)
    return MemoHost(
      beginning: path, folder: try MemoHost.keeping(place, store: path, settings.engine),
      configuration: settings.engine,
      clock: ContinuousClock(), date: { .now }, executor: loop, log: log)
  }
}
