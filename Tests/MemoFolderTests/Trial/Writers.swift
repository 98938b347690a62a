import Foundation
import TestSupport

@testable import Platform

/// How programs put a text into a file; each in the steps that it takes, so that others may look in between.
enum Writer: CaseIterable {
  /// VS Code, Obsidian, Vim with `backupcopy=yes`, and `>` in a shell.
  case inPlace
  /// Vim with `backupcopy=yes`, which copies what it writes over, by another name.
  case copyingFirst
  /// Vim with `backupcopy=no`.
  case renamingFirst
  /// Likewise, with `backupext=.md`.
  case renamingToNote
  /// What most others do: a file beside it, put in its place.
  case atomic
  /// rsync, which gives a file the time that it had elsewhere.
  case rsync
  /// Syncthing.
  case syncthing
  /// git, which makes another file.
  case git

  /// - Returns: the steps.
  func steps(_ text: [UInt8], to path: String, number: Int) -> [() throws -> Void] {
    let folder = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    func beside(_ name: String) -> String { "\(folder)/\(name)" }
    func put(_ temporary: String, modified: Int? = nil) -> [() throws -> Void] {
      [{ try write(text, temporary, modified: modified) }, { rename(temporary, path) }]
    }
    let tilde = beside("\(name)~")
    return switch self {
    case .inPlace: [{ try write([], path) }, { try append(text, path) }]
    case .copyingFirst:
      [
        { try write(contents(path) ?? [], tilde) }, { try write([], path) }, { try append(text, path) },
        { unlink(tilde) },
      ]
    case .renamingFirst: [{ rename(path, tilde) }, { try write(text, path) }, { unlink(tilde) }]
    case .renamingToNote:
      [{ rename(path, beside("\(name)~.md")) }, { try write(text, path) }, { unlink(beside("\(name)~.md")) }]
    case .atomic: put(beside("\(name).\(number).tmp"))
    case .rsync: put(beside(".\(name).\(number)"), modified: 1_000_000_000_123_456_789 + number)
    case .syncthing: put(beside(".syncthing.\(name).tmp"), modified: 1_100_000_000_000_000_000 + number)
    case .git: [{ unlink(path) }, { try write(text, path) }]
    }
  }
}

/// Writes a file as a shell's `>` does.
func write(_ text: [UInt8], _ path: String, modified: Int? = nil) throws {
  let file = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o644)
  // Writers are not tried with links, folders or FIFOs.
  guard file >= 0 else { return }
  defer { close(file) }
  try require(Descriptors.writeAll(text, to: file) == 0, "\(path) can't be written")
  if let modified { FileAttributes.setModified(file, modified) }
}

func append(_ text: [UInt8], _ path: String) throws {
  let file = open(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o644)
  guard file >= 0 else { return }
  defer { close(file) }
  try require(Descriptors.writeAll(text, to: file) == 0, "\(path) can't be written")
}

/// The contents of a file; nil if there is none.
func contents(_ path: String) -> [UInt8]? {
  let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  guard file >= 0 else { return nil }
  defer { close(file) }
  return FileStatus(file)?.kind == .file ? Descriptors.readAll(file) : nil
}
