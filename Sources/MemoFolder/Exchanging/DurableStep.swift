/// A step that a crash no longer undoes; the cases are in the order of the steps. Whoever comes after the crash finds
/// what stands behind each case, and does the rest.
///
/// Outside to inside, there is one: the memo's new text and what is remembered of its file are one transaction. Inside
/// to outside there are several, because no transaction holds both a file and a row.
package enum DurableStep: CaseIterable, Sendable {
  /// Memos have their files' texts, and the rows say so; or nothing of that. If a memo says more than its file, because
  /// both were merged, the row names no state of it: the file is still written. Its text was put in staging before, for
  /// the next merge to start from if somebody changes the file first.
  case stored
  /// A file in staging has a memo's text, as far as it goes, under a name that says that nobody has seen it. It is
  /// thrown away.
  case drafted
  /// The file has all that belongs to it and is on the disk, under a name that says what is expected in the place where
  /// it is to go, and what it is itself. It is what it is called: thrown away once it is old. The name tells the file's
  /// numbers, too. Where no file was, a note beside it tells them, and the place; without the file the note says that
  /// this has come there.
  case named
  /// The present file of the place, or a copy of it, is in staging, too, where names can't change places. As above.
  case kept
  /// The file is in its place. What was there is in staging, under that name: if it is not what was expected somebody
  /// wrote it, and it is merged. File and memo are equal: the row takes note of that once the folder is on the disk.
  /// That the file which the row tells of has come out shows that, whatever others have done to the new one since.
  case exchanged
  /// A file is in staging because its memo is in the trash, under a name that says what it was: if it is something else
  /// somebody wrote it, and it brings the memo back. Else the row takes note that both are gone.
  case takenOut
  /// Both folders are on the disk; only then may the row say that file and memo are equal, or gone. As above.
  case synced
  /// A file is called as its memo's title is now. It is known again by its number, or by its text.
  case renamed
  /// The rows say which files have their memos' texts, or are gone. All is equal; what came out waits in staging.
  case noted
  /// The words that somebody wrote into what came out are in its memo, or in one of their own, and still in staging:
  /// merged once more they change nothing, and a copy that is there is not made again.
  case takenAside
  /// The file in staging is named by what it is now. If somebody goes on writing into it, that is merged with what was
  /// seen last, which it begins with, or which the same process remembers.
  case calledAnew
}

/// An observer that is told of each such step; a test may look there at what a crash would leave.
package typealias DurableStepObserver = @Sendable (DurableStep) -> Void
