import JSONRPC
import MemoEngine
import MemoProtocol

/// The one place where errors take their wire form.
enum WireError {
  static func response(_ error: EngineError) -> ResponseError {
    switch error {
    case .memoNotFound(let id): memoNotFound(id.description)
    case .versionConflict(let id, let baseVersion, let version):
      service(
        .versionConflict,
        "memo \(id) is at version \(version), not \(baseVersion); read it, and send the changes again from there",
        [("id", .string(id.description)), ("baseVersion", number(baseVersion)), ("version", number(version))])
    case .invalidRange(let change, let error):
      service(
        .invalidRange, "contentChanges[\(change)]: \(error.reason); nothing was applied",
        [("change", number(change)), ("position", position(error.position)), ("reason", .string(name(error.reason)))])
    case .memoExists(let id):
      service(
        .memoExists, "there is a memo \(id) already, perhaps in the trash; choose another id or update that one",
        [("id", .string(id.description))])
    case .invalidProperty(let error): .invalidParams(error.inside("properties"))
    case .memoTooLarge(let limit, let bytes):
      limitExceeded(
        "a memo's text, and its properties, must each have at most \(limit) bytes; make two memos of it", limit: limit,
        value: bytes)
    case .revisionNotFound(let id, let revision): revisionNotFound(id.description, String(revision))
    case .nothingToUndo(let id), .undoRefused(let id, _):
      service(
        .nothingToUndo, "nothing was done to memo \(id) before that is still kept; history shows what is",
        [("id", .string(id.description))])
    case .nothingToRedo(let id):
      service(
        .nothingToUndo, kind: "nothingToRedo", "nothing of memo \(id) was undone since it was last edited",
        [("id", .string(id.description))])
    case .templateUnusable(let name, let problem): unusable("template", message(problem, name))
    case .titleTaken(_, let ids):
      service(
        .titleTaken,
        "links with this title lead to \(ids.map(\.description).joined(separator: ", ")); choose another one",
        [("ids", .array(ids.map { .string($0.description) }))])
    case .renamingRefused(let problem): response(problem)
    case .storeUnavailable(let error):
      service(
        .storeUnavailable, error.description,
        [("reason", .string(error.reason.rawValue)), ("retryable", .bool(error.isRetryable))])
    case .cancelled: .requestCancelled
    }
  }

  static func memoNotFound(_ id: String) -> ResponseError {
    service(.memoNotFound, "no such memo, or it is in the trash; list shows what there is", [("id", .string(id))])
  }

  static func revisionNotFound(_ id: String, _ revision: String) -> ResponseError {
    service(
      .revisionNotFound, "the memo has no such revision, or not any more; history shows what there is",
      [("id", .string(id)), ("revision", .string(revision))])
  }

  private static func response(_ problem: RenamingProblem) -> ResponseError {
    switch problem {
    case .nameUnwritable(.block): invalidParams("to", "must be a block's name: letters, digits, - and _")
    case .nameUnwritable(let part):
      invalidParams(name(of: part), "must be one line that says something, without [ ] | # ^ and NUL")
    case .titleIsFile: invalidParams("title", "is the name of a file that is to stay; rename the file")
    case .titleIsNoFileName:
      invalidParams(
        "title",
        "must be what every file system takes as a name, since the memo's file is called so: without \\ / : * ? \" < >"
          + " and control characters, with no dot at its ends, not too long, and no device of Windows, such as CON")
    case .titleIsAddress: invalidParams("title", "must not begin with memo:, which links take for a memo's id")
    case .nameMisread(.title):
      invalidParams(
        "title",
        "must be what the memo's text is read to have as its title, and at most 200 characters: there it would be"
          + " cut, or read as something else, such as a list or a quotation")
    case .nameMisread:
      invalidParams("to", "must be what is read as that heading: there it would be something else, or change another")
    case .lineIsMore(.title, let id):
      invalidParams(
        "id",
        "must be a memo whose title can be replaced: the first line of \(id) is more than that, such as a task or a"
          + " link, and would no longer be; put a title above it")
    case .lineIsMore:
      invalidParams(
        "heading", "must be one whose words can be replaced: these have links or tags, which would go; take them out")
    case .linkUnwritable(let part, let id):
      invalidParams(
        name(of: part),
        "must be what the links in memo \(id) can lead by as they are written there: no wiki link can by what looks"
          + " like HTML or code, is the label of a definition there, or ends with a backslash")
    case .headingUnknown: invalidParams("heading", "must be the text or the slug of one of the memo's headings")
    case .headingTaken: invalidParams("to", "must not be the text of another heading of the memo")
    case .blockUnknown: invalidParams("block", "must be the name of one of the memo's blocks")
    case .blockTaken: invalidParams("to", "must not be the name of another block of the memo")
    case .tagUnknown: invalidParams("tag", "must be a tag, and not empty")
    case .tagUnwritable(let name):
      invalidParams(
        "to",
        "must be a tag, as must what is below it: at most \(KnownProperties.longestTag) letters, digits, _ - and /,"
          + " with a letter, and no colour; \(shown(name)) is none")
    case .headerUnwritable(let part, let id):
      invalidParams(
        part == .tag ? "tag" : name(of: part),
        "must be one that can be changed alone: the front matter of memo \(id) can't, as it is written; change it there"
          + " by hand first")
    case .textReadInPart(let part, let id):
      invalidParams(
        name(of: part),
        "must be written wherever the old name stands: memo \(id) has more links and tags than are read of a text, and"
          + " some would keep it; split that memo first")
    }
  }

  /// A tag as it is repeated.
  private static func shown(_ tag: String) -> String {
    isBlank(tag) ? "an empty one" : String(tag.prefix(KnownProperties.longestTag + 1))
  }

  private static func isBlank(_ name: String) -> Bool { name.allSatisfy(\.isWhitespace) }

  private static func name(of part: RenamingProblem.Part) -> StaticString { part == .title ? "title" : "to" }

  private static func message(_ problem: TemplateProblem, _ name: String) -> String {
    switch problem {
    case .unknown(let templates):
      (isBlank(name) ? "no template has an empty name" : "no template is called \(name)")
        + (templates.isEmpty ? "; make a memo and tag it template" : ": there are \(told(templates))")
    case .renamed(let id, let title): "no memo is called \(name) any more; memo \(id) is called \(title) now"
    case .ambiguous(let memos): "several memos are called \(name): \(told(memos)); name the template by its id"
    case .trashed(let id): "the template \(id) is in the trash; restore it"
    case .headerUnwritable(let id):
      "the tag of template \(id) can't be taken out of its front matter, as that is written; write it elsewhere"
    case .untagged(let id): "memo \(id) is no template; give it the tag template"
    }
  }

  /// Memos, each with its title.
  private static func told(_ memos: [LinkDestination.LeadsTo]) -> String {
    let parts = memos.prefix(5).map { $0.title.isEmpty ? $0.id.description : "\($0.id) (\($0.title))" }
    return (parts + (memos.count > parts.count ? ["…"] : [])).joined(separator: ", ")
  }

  /// Refuses a page with more items than the limit.
  static func checkPage(_ limit: Int, of items: String) throws(ResponseError) {
    let largest = ListMemos.largestLimit
    guard limit > largest else { return }
    let message = "a page must not have more than \(largest) \(items); ask for several"
    throw limitExceeded(message, limit: largest, value: limit)
  }

  /// Refuses a query that is too long.
  static func checkQuery(_ query: String) throws(ResponseError) {
    let bytes = query.utf8.count
    guard bytes > SearchMemos.largestQuery else { return }
    let message = "a query must not have more than \(SearchMemos.largestQuery) bytes; search for fewer words"
    throw limitExceeded(message, limit: SearchMemos.largestQuery, value: bytes)
  }

  static func limitExceeded(_ message: String, limit: Int, value: Int) -> ResponseError {
    service(.limitExceeded, message, [("limit", number(limit)), ("value", number(value))])
  }

  static func invalidParams(_ name: StaticString, _ expectation: String) -> ResponseError {
    .invalidParams(JSONTypeError(expectation).inside(name))
  }

  /// An error for a parameter that is well-formed, but names something unusable; the message says what and why.
  static func unusable(_ name: String, _ message: String) -> ResponseError {
    ResponseError(.invalidParams, message, data: path("params.\(name)"))
  }

  static func path(_ path: String) -> JSONObject { object([("path", .string(path))]) }

  private static func service(
    _ code: ServiceErrorCode, kind: String? = nil, _ message: String, _ members: [(String, JSONValue)]
  ) -> ResponseError {
    let data = object([("kind", .string(kind ?? code.kind))] + members)
    return ResponseError(ErrorCode(rawValue: code.rawValue), message, data: data)
  }

  /// The word for `data.reason`.
  private static func name(_ reason: PositionError.Reason) -> String {
    switch reason {
    case .negative: "negative"
    case .lineBeyondEnd: "lineBeyondEnd"
    case .insideSurrogatePair: "insideSurrogatePair"
    case .insideUTF8Sequence: "insideUTF8Sequence"
    case .startAfterEnd: "startAfterEnd"
    }
  }

  private static func position(_ position: TextPosition) -> JSONValue {
    .object(object([("line", number(position.line)), ("character", number(position.character))]))
  }

  private static func number(_ number: Int) -> JSONValue { .number(String(number)) }

  private static func object(_ members: [(String, JSONValue)]) -> JSONObject {
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    return object
  }
}
