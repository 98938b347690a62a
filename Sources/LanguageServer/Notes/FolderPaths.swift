import MemoFolder
import MemoHost
import MemoMarkup
import Platform

/// The paths of the files below the folder in which a document's wiki links look for names.
struct FolderPaths: Sendable {
  let folder: DocumentURI
  /// The paths of notes and of other files, from the folder on.
  let notes: [String], others: [String]

  /// A path from the folder on; nil if something is not in it.
  func path(of uri: DocumentURI) -> String? {
    uri.isBelow(folder) ? String(uri.path.dropFirst(folder.path.count).drop { $0 == "/" }) : nil
  }

  func uri(of path: String) -> DocumentURI {
    DocumentURI("\(folder.string)\(folder.string.hasSuffix("/") ? "" : "/")\(path.percentEncoded)")
  }
}

extension NoteScope {
  /// The paths of what wiki links of the document may name; nil if it is in no folder. May take long.
  func folderPaths() async -> FolderPaths? {
    if isMemo || document.comingFile != nil {
      guard document.isFile || document.comingFile != nil, let files = notebook.files, let root = notebook.root else {
        return nil
      }
      let notes = await files.memos(at: "").map(\.path.description)
      return FolderPaths(folder: root, notes: notes, others: files.others.all)
    }
    let (folder, paths) = (files.named?.folder ?? uri.sibling(""), files.named?.paths)
    let beside = FolderPaths(folder: folder, notes: [], others: [])
    let near = files.near(uri).compactMap { beside.path(of: $0.uri) }
    let others = paths?.others ?? DiskFile.names(beside: uri).filter { !Skipping.isNote($0) && !$0.hasPrefix(".") }
    return FolderPaths(folder: folder, notes: Array(Set((paths?.notes ?? []) + near)), others: others)
  }
}
