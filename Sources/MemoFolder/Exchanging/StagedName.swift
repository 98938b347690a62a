package import MemoModel
package import Platform

/// The name of a file in staging, which tells whoever comes after a crash what the file is.
package enum StagedName: Hashable, Sendable {
  /// It is being written; nobody has seen it.
  case unfinished(number: Int)
  /// It is to change places with a memo's file, or has: then it is what was there, and if that is not what was expected
  /// somebody else wrote it. The file that comes in its place is told apart by its numbers; nil where none comes.
  case exchanged(number: Int, expected: UInt128, new: UInt128, file: FileNumber? = nil, id: MemoID)
  /// It is the text of a memo's file that the memo takes in beside words of its own, which the file doesn't have yet:
  /// what the next merge starts from.
  case merged(number: Int, hash: UInt128, id: MemoID)

  /// It has the path at which a memo gets a new file, with this text, that is told apart by its numbers.
  case placed(number: Int, hash: UInt128, file: FileNumber, id: MemoID)

  /// It is empty, and says that a memo's file, which has this text, or is none where that is 0, may not be on the disk.
  case unsynced(number: Int, hash: UInt128, id: MemoID)

  /// Reads a name; nil if it is none of ours.
  package init?(_ name: String) {
    let most = name.hasPrefix("out-") ? 4 : 3
    let parts = name.split(separator: "-", maxSplits: most, omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, let number = Int(parts[1]), number >= 0 else { return nil }
    switch (parts[0], parts.count) {
    case ("new", 2): self = .unfinished(number: number)
    case ("out", 5):
      guard let expected = UInt128(parts[2], radix: 16), let new = Self.file(parts[3]), let id = MemoID(parts[4]) else {
        return nil
      }
      self = .exchanged(number: number, expected: expected, new: new.hash, file: new.number, id: id)
    case ("at", 4):
      guard let new = Self.file(parts[2]), let file = new.number, let id = MemoID(parts[3]) else { return nil }
      self = .placed(number: number, hash: new.hash, file: file, id: id)
    case ("base", 4):
      guard let hash = UInt128(parts[2], radix: 16), let id = MemoID(parts[3]) else { return nil }
      self = .merged(number: number, hash: hash, id: id)
    case ("sync", 4):
      guard let hash = UInt128(parts[2], radix: 16), let id = MemoID(parts[3]) else { return nil }
      self = .unsynced(number: number, hash: hash, id: id)
    default: return nil
    }
  }

  /// A text's hash, and the numbers of the file that has it if they follow.
  private static func file(_ words: String) -> (hash: UInt128, number: FileNumber?)? {
    let numbers = words.split(separator: ".", omittingEmptySubsequences: false).map { UInt128($0, radix: 16) }
    let file = numbers.count == 3 ? FileNumber(numbers[1], numbers[2]) : nil
    guard let hash = numbers[0], file != nil || numbers.count == 1 else { return nil }
    return (hash, file)
  }

  /// Whether it is to change places with a memo's file, or has.
  var isExchanged: Bool { if case .exchanged = self { true } else { false } }

  /// Tells it from the others.
  package var number: Int {
    switch self {
    case .unfinished(let number), .exchanged(let number, _, _, _, _), .merged(let number, _, _),
      .placed(let number, _, _, _), .unsynced(let number, _, _):
      number
    }
  }

  /// The name as a file has it.
  package var name: String {
    switch self {
    case .unfinished(let number): "new-\(number)"
    case .exchanged(let number, let expected, let new, let file, let id):
      "out-\(number)-\(String(expected, radix: 16))-\(String(new, radix: 16))\(file?.words ?? "")-\(id)"
    case .placed(let number, let hash, let file, let id):
      "at-\(number)-\(String(hash, radix: 16))\(file.words)-\(id)"
    case .unsynced(let number, let hash, let id): "sync-\(number)-\(String(hash, radix: 16))-\(id)"
    case .merged(let number, let hash, let id): "base-\(number)-\(String(hash, radix: 16))-\(id)"
    }
  }
}

extension FileNumber {
  fileprivate init?(_ inode: UInt128?, _ born: UInt128?) {
    guard let inode = inode.flatMap(UInt64.init(exactly:)), let born = born.flatMap(UInt64.init(exactly:)) else {
      return nil
    }
    self.init(inode: inode, born: Int(bitPattern: UInt(born)))
  }

  fileprivate var words: String { ".\(String(inode, radix: 16)).\(String(UInt(bitPattern: born), radix: 16))" }
}
