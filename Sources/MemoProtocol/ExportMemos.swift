package import JSONRPC
import MemoEngine
package import MemoExchange

/// Gives memos as files, or writes them to a folder.
package enum ExportMemos: RequestType {
  /// `export`
  package static let method: StaticString = "export"
  /// The most bytes that files may have together where they are not written to a folder: 16 MiB.
  package static let largestAnswer = 16 << 20

  /// Which memos.
  package enum Selection: Sendable {
    /// These.
    case ids([String])
    /// All that live, and those in the trash, too, if so.
    case all(trashed: Bool)
  }

  /// Which memos, in what form, where to.
  package struct Params: JSONReadable, Sendable {
    /// Which memos.
    package let selection: Selection
    /// In what form.
    package let format: ExportFormat
    /// The path of the folder to write to; nil gives the files in the answer.
    package let to: String?
    /// Whether what is there and was not exported may be replaced.
    package let force: Bool
    /// What progress is reported to; nil for none.
    package let workDoneToken: ProgressToken?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      let ids: [String]? = try json.optional("ids")
      let all: Bool = try json.optional("all") ?? false
      let trashed: Bool = try json.optional("trashed") ?? false
      switch (ids, all) {
      case (let ids?, false): selection = .ids(ids)
      case (nil, true): selection = .all(trashed: trashed)
      case (nil, false): throw JSONTypeError("is missing; give ids, or all: true").inside("ids")
      case (_?, true): throw JSONTypeError("must be left out beside ids; give one of the two").inside("all")
      }
      format = try json.requiredChoice("format")
      to = try json.optional("to")
      force = try json.optional("force") ?? false
      workDoneToken = try json.optional("workDoneToken")
    }
  }

  /// What came of it.
  package struct Result: JSONObjectWritable, Sendable {
    private let outcome: Exporter.Outcome
    private let files: [ExportedFile]?
    private let path: String?

    /// Creates a result of files that are in the answer.
    package init(_ outcome: Exporter.Outcome, files: [ExportedFile]) {
      (self.outcome, self.files, path) = (outcome, files, nil)
    }

    /// Creates a result of what was written to a folder or a file.
    package init(_ outcome: Exporter.Outcome, to path: String) {
      (self.outcome, files, self.path) = (outcome, nil, path)
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("count", outcome.count)
      writer.member("files", files)
      if let path {
        if outcome.unchanged > 0 { writer.member("unchanged", outcome.unchanged) }
        writer.member("to", path)
        writer.member("bytes", outcome.bytes)
        if !outcome.kept.isEmpty { writer.member("kept", outcome.kept) }
      }
      if !outcome.damaged.isEmpty { writer.member("damaged", outcome.damaged.map(\.description)) }
    }
  }
}
