import MemoEngine
import MemoExchange
import Platform

/// A text that somebody writes in an editor: a private file of the user's, in memory where the system has a place for
/// that, since a memo's words belong on no disk but the store's.
struct Draft {
  private let folder: PrivateFolder
  /// The file's place.
  let path: String
  private let original: Rope
  private let environment: CommandEnvironment

  /// Creates the file.
  ///
  /// - Parameter name: the file's name without `.md`, which editors show; the extension makes them highlight Markdown.
  /// - Throws: a failure if there is no place for it.
  init(_ text: Rope, name: String, in environment: CommandEnvironment) throws(CommandError) {
    guard let folder = PrivateFolder(in: PrivateFolder.places(environment.variable)) else {
      throw .failure("there is no place for the editor's file; set TMPDIR to a folder of yours")
    }
    do throws(FileFailure) {
      let file = try OutputFolder(folder.path).makeFile(stem: name, suffix: ".md")
      try file.write(text.utf8Bytes)
      try file.close()
      path = "\(folder.path)/\(file.name)"
    } catch {
      folder.remove()
      throw .failure(error.message)
    }
    self.folder = folder
    self.original = text
    self.environment = environment
  }

  /// Lets the user write, hands over the new text, and removes the file once that is saved. Words that could not be
  /// saved stay in the file, and the failure says where that is.
  ///
  /// - Parameter save: stores the text; nil if nothing was changed.
  /// - Returns: the result of `save`, and the exit status: that of the signal that ended the editing, or 0.
  func write<Value>(
    _ save: (Rope?) async throws(CommandError) -> Value
  ) async throws(CommandError) -> (saved: Value, status: Int32) {
    let named = environment.variable("VISUAL") ?? environment.variable("EDITOR")
    guard let editor = named ?? (environment.terminal.readsPerson ? "vi" : nil) else {
      folder.remove()
      throw .failure("there is no terminal for an editor; set VISUAL or EDITOR to one that needs none")
    }
    let ending = environment.edit(editor, path)
    let written = try text()
    do throws(CommandError) {
      if let problem = Self.problem(ending, editor) { throw .failure(problem) }
      let saved = try await save(written)
      folder.remove()
      if case .ended(let signal) = ending { return (saved, 128 + signal) }
      return (saved, 0)
    } catch {
      guard written != nil else {
        folder.remove()
        throw error
      }
      throw .failure("\(error.message); what you wrote is kept in \(path)")
    }
  }

  /// The text in the file; nil if it is unchanged. A line end that an editor adds at the end is no change.
  private func text() throws(CommandError) -> Rope? {
    // Not waiting: it may have been replaced by a FIFO.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    // A folder that can be removed was empty.
    if file < 0, errno == ENOENT, rmdir(folder.path) == 0 {
      throw .failure("the editor took its file away, so nothing was saved")
    }
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), let bytes = Descriptors.readAll(file)
    else {
      throw .failure("the editor's file \(path) can't be read; if it is there, it has what you wrote")
    }
    guard let text = Rope(validatingUTF8: bytes) else {
      throw .failure("what the editor wrote is not UTF-8; it is kept in \(path)")
    }
    let old = original.utf8Bytes
    return bytes == old || bytes == old + [UInt8(ascii: "\n")] ? nil : text
  }

  private static func problem(_ ending: EditorEnding, _ editor: String) -> String? {
    switch ending {
    case .exited(0), .ended: nil
    case .notStarted, .exited(126), .exited(127):
      "the editor can't be started: \(editor); set VISUAL or EDITOR to another one"
    case .exited(let status): "the editor ended with the status \(status), so nothing was saved"
    case .killed(let signal): "the editor was ended by signal \(signal), so nothing was saved"
    }
  }
}
