import MemoEngine
import MemoHost
import MemoText

/// The ties of an open document to the memo that it shows. The document is the client's, the memo everybody's; what one
/// has and the other has not goes over by merging against what both had last.
struct MemoBinding: Sendable {
  let id: MemoID
  let notebook: Notebook
  /// Whether the document is the memo's file, which the client reads and writes itself.
  let isFile: Bool
  /// Whether the memo begins with a byte order mark that the client's document does not show.
  private var hidesMark = false
  /// Whether somebody else has changed the memo since the client last saved the document.
  var hasOthersWords = false
  /// The text of the document when all of it was last in the memo; nil while that is being found out.
  private(set) var base: Rope?
  /// The memo's version that says the same as the document; nil if none is known to.
  var versionInStep: Int?
  /// The edit that the client was asked to make.
  private(set) var sent: Sent?
  /// The number of edits it was asked for: answers come late, when the next one may be under way.
  private var edits = 0
  /// The edit that the client has refused, in the version that it still has.
  private(set) var refused: Sent?
  /// The number of renamings under way, with whose answers its edits are to go.
  var renamings = 0
  /// Whether the person was told that it can't be written.
  var isToldUnwritable = false

  /// An edit of the document, by what that says afterwards.
  struct Sent: Sendable {
    /// Its number among the document's edits.
    let number: Int
    let target: Rope
    /// The client's version of the document that it starts from.
    let version: Int?
    /// Whether it went with an answer: of those clients do not say what became of them.
    let isInAnswer: Bool
    /// Whether the client has said that it was made; what it makes of that has perhaps not come yet.
    var isApplied = false
  }

  init(_ id: MemoID, in notebook: Notebook, isFile: Bool = false) {
    (self.id, self.notebook, self.isFile) = (id, notebook, isFile)
  }

  /// The binding for a file that is opened again with the text it was closed with; nil if the text is another one.
  func reopened(with text: Rope, after closed: Rope) -> MemoBinding? {
    guard base != nil, text.isIdentical(to: closed) else { return nil }
    var binding = self
    binding.sent = nil
    binding.refused = nil
    return binding
  }

  /// Whether the document's file says what the memo does.
  func isInFile(_ memo: Rope) async -> Bool {
    guard isFile, let bytes = await notebook.files?.text(of: id), let file = Rope(validatingUTF8: bytes) else {
      return false
    }
    return file.isIdentical(to: memo)
  }

  /// The document's text for the one that memo and file had when they were last equal; nil if that is not known.
  var lastInFile: Rope? {
    get async {
      guard isFile, let bytes = await notebook.files?.commonText(of: id) else { return nil }
      return Rope(validatingUTF8: bytes).map(shown)
    }
  }

  // MARK: Byte order marks

  /// Compares the text the client opened with the memo's.
  mutating func note(opened text: Rope, of memo: Rope) {
    hidesMark = isFile && memo.beginsWithMark && !text.beginsWithMark
  }

  /// The document's text for a text of the memo.
  func shown(_ memo: Rope) -> Rope { hidesMark ? memo.withoutMark : memo }

  /// The memo's text for a text of the document.
  func kept(_ text: Rope, insteadOf memo: Rope) -> Rope {
    hidesMark && memo.beginsWithMark ? text.withMark : text
  }

  /// Notes what document and memo had in common last.
  mutating func begin(from base: Rope) { self.base = base }

  /// The text that a text of the document started from: the one before, or that of an edit which the client has made
  /// meanwhile. Some clients say that they have made an edit which they have dropped, so the text decides.
  func start(of text: Rope) -> Rope? {
    guard let base else { return nil }
    guard let sent else { return base }
    return sent.target.distance(to: text) < base.distance(to: text) ? sent.target : base
  }

  /// Notes that all of a text of the document is in the memo.
  mutating func take(_ text: Rope) {
    if let sent, sent.isApplied || sent.target.distance(to: text) < (base?.distance(to: text) ?? .max) {
      self.sent = nil
    }
    base = text
    refused = nil
  }

  /// Whether an edit can be sent that leads there: none is under way, and the client has not just refused this one.
  func canSend(_ target: Rope) -> Bool {
    sent == nil && refused.map { !$0.target.isIdentical(to: target) } ?? true
  }

  /// Notes that an edit is under way.
  ///
  /// - Returns: its number.
  mutating func send(_ target: Rope, from version: Int?, inAnswer isInAnswer: Bool = false) -> Int {
    edits += 1
    sent = Sent(number: edits, target: target, version: version, isInAnswer: isInAnswer)
    return edits
  }

  /// Notes what the client has answered to an edit. If the text has shown by then what became of it that says no more.
  ///
  /// - Parameter version: its version of the document now.
  /// - Returns: whether it is to be asked again.
  mutating func answer(to number: Int, isApplied: Bool, now version: Int?) -> Bool {
    guard let sent, sent.number == number else { return false }
    if isApplied {
      // Some clients make it in whatever was typed meanwhile, and tell of that only then.
      self.sent?.isApplied = sent.version == version
      return false
    }
    self.sent = nil
    // What was typed meanwhile shows that it was not made, or not yet: then the next one is not made, either.
    if sent.version == version { refused = sent }
    return sent.version != version
  }

  /// Forgets an edit that went with an answer, of which nothing has shown what became of it.
  ///
  /// - Parameter number: its number; nil for whichever it is.
  mutating func forgetAnswer(_ number: Int? = nil) {
    if let sent, sent.isInAnswer, number == nil || number == sent.number { self.sent = nil }
  }

  /// Forgets an edit that the client says it has made, of which nothing has shown that.
  ///
  /// - Returns: whether it was still under way.
  mutating func forgetSent(_ number: Int) -> Bool {
    guard let sent, sent.number == number, !sent.isApplied else { return false }
    self.sent = nil
    return true
  }

  /// Notes the end of a renaming. The document may have been opened anew meanwhile.
  mutating func endRenaming() { renamings = max(0, renamings - 1) }

  /// Forgets that the client has refused something.
  mutating func forgetRefusal() { refused = nil }
}

extension Rope {
  /// The numbers of bytes put in on the way to another text, and taken out: the fewer are put in, the more of that text
  /// is known here, and would stand there twice if it was taken for new.
  func way(to other: Rope) -> (new: Int, gone: Int) {
    changes(to: other).reduce(into: (0, 0)) { way, change in
      way.0 += change.text.utf8.count
      way.1 += change.range.count
    }
  }

  /// The number of bytes taken out and put in on the way to another text.
  func distance(to other: Rope) -> Int {
    let way = way(to: other)
    return way.new + way.gone
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a byte order mark stands at its beginning.
  var beginsWithMark: Bool {
    guard summary.utf8 >= 3 else { return false }
    var bytes: [UInt8] = []
    forEachChunk(in: 0..<3) { bytes += $0 }
    return bytes == Self.mark
  }

  /// The text without the byte order mark at its beginning, if there is one.
  var withoutMark: Rope {
    guard beginsWithMark else { return self }
    var text = self
    text.replaceSubrange(0..<3, with: "")
    return text
  }

  fileprivate var withMark: Rope {
    var text = self
    text.replaceSubrange(0..<0, with: "\u{FEFF}")
    return text
  }
}
