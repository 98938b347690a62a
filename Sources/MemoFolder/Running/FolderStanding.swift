import MemoModel
import Platform

/// The standing of a folder in a process that has it.
package struct FolderStanding: Sendable {
  /// The one who keeps it equal to the store.
  package enum Keeper: String, Sendable {
    /// Nobody yet, or something is in the way.
    case nobody
    /// This process.
    case here = "thisProcess"
    /// Another one, whose place is taken once it ends.
    case elsewhere = "anotherProcess"
  }

  /// The one who keeps it.
  package internal(set) var keeper = Keeper.nobody
  /// The number of known files, if it is kept here.
  package internal(set) var files = 0
  /// The report of the last time that both were made equal here.
  package internal(set) var report = FolderReport()
  /// Whether it is kept here, and all is looked at again and again since the system does not tell of each change.
  package internal(set) var isUnwatched = false
  /// Whether that is so since the system has no room to watch it.
  package internal(set) var isPolled = false
  /// Whether the folder is not where it was.
  package internal(set) var isAway = false
  /// Whether it is, but has nothing of ours any more, since somebody took that away.
  package internal(set) var isStripped = false
  /// The reason why it can't be kept now; nil if nothing is in the way.
  package internal(set) var obstacle: String?
  /// The store that another process keeps the folder equal to, if that is not this process's.
  package internal(set) var otherStore: KeptStore?
}

/// Something that people should know of a folder.
package struct FolderNews: Hashable, Sendable {
  /// The weight of news.
  package enum Weight: Sendable {
    /// Somebody has to do something.
    case error
    /// Somebody should look.
    case warning
    /// It is well.
    case info
  }

  /// The weight of the news.
  package let weight: Weight
  /// A sentence. Never a memo's words, which names of files are, too.
  package let message: String
}

extension FolderStanding {
  /// The most conflict copies that are named.
  private static let mostCopies = 3

  /// The news since a former standing.
  func news(since former: FolderStanding, _ path: String) -> [FolderNews] {
    var news: [FolderNews] = []
    func tell(_ weight: FolderNews.Weight, _ message: String) {
      news.append(FolderNews(weight: weight, message: message))
    }
    if isAway != former.isAway || isAway && isStripped != former.isStripped {
      if isAway, isStripped {
        tell(
          .warning,
          "\(path)/\(NotesFolder.ownName) is gone, so files and memos stay as they are; attach the folder again, which "
            + "loses nothing, with: memo-ls folder attach \(path.shellWord)")
      } else if isAway {
        tell(.warning, "the folder \(path) is not there; its memos stay, and are compared with it once it is back")
      } else {
        tell(.info, "the folder \(path) is \(former.isStripped ? "attached" : "there") again")
      }
    }
    if let obstacle, obstacle != former.obstacle {
      tell(.error, "the files in \(path) can't be kept equal to their memos, which is tried again: \(obstacle)")
    }
    if let otherStore, otherStore != former.otherStore {
      tell(
        .warning,
        "another process keeps the folder \(path) equal to another store, \(otherStore.path): what is written in its "
          + "files is taken in here, too, but what is changed here comes into them only once that process has ended")
    }
    // Each copy is told once, however long the report of it stays the last one.
    if !report.copies.isEmpty, report.copies != former.report.copies {
      let ids = report.copies.prefix(Self.mostCopies).map(\.description).joined(separator: ", ")
      let more = report.conflicts > Self.mostCopies ? ", …" : ""
      tell(
        .warning,
        "in \(path) both a file and its memo were changed in the same lines, so both texts are kept: "
          + "\(report.conflicts) conflict \(report.conflicts == 1 ? "copy" : "copies") made, \(ids)\(more)")
    }
    guard keeper == .here else { return news }
    if former.keeper != .here { tell(.info, "this process keeps the folder \(path)") }
    if isPolled != former.isPolled {
      if isPolled {
        tell(
          .warning,
          "the system has no room to watch all of \(path), so what others change there shows seconds later; close some "
            + "programs, or raise fs.inotify.max_user_watches and fs.inotify.max_user_instances")
      } else {
        tell(.info, "all of \(path) is watched again")
      }
    }
    // Those that are put back one after the other are no news.
    if let loss = report.loss, !Set(loss.paths).isSubset(of: former.report.loss?.paths ?? []) {
      tell(
        .warning,
        "\(loss.counted) gone from \(path), so nothing was deleted; if that is meant: "
          + "memo-ls folder confirm \(path.shellWord)")
    }
    if !Set(report.problems.keys).isSubset(of: former.report.problems.keys) {
      let count = report.problems.count
      tell(
        .warning,
        "\(count) \(count == 1 ? "file" : "files") in \(path) can't be read, written or renamed, which is tried again; "
          + "memo-ls folder status \(path.shellWord) tells more")
    }
    return news
  }
}
