package import JSONRPC
import MemoEngine
package import MemoExchange

/// Returns memos as files, or writes them to a folder.
package enum ExportMemos: RequestType {
  /// `export`
  package static let method: StaticString = "export"
  /// The most bytes of files that are returned rather than written to a folder: 16 MiB.
  package static let largestAnswer = 16 << 20

  /// The memos to export.
  package enum Selection: Sendable {
    /// These.
    case ids([String])
    /// All live ones, and optionally those in the trash.
    case all(trashed: Bool)
  }

  /// The memos, the format and the destination.
  package struct Params: JSONReadable, Sendable {
    /// The memos to export.
    package let selection: Selection
    /// The format.
    package let format: ExportFormat
    /// The path of the folder to write to; nil returns the files in the answer.
    package let to: String?
    /// Whether files that were not exported may be replaced.
    package let force: Bool
    /// The token to report progress to; nil for none.
    package let workDoneToken: ProgressToken?

    /// The most memos that are named: that many are looked up while others wait.
    private static let mostNamed = 10_000

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      if let ids = json["ids"], ids.elements.dropFirst(Self.mostNamed).contains(where: { _ in true }) {
        throw JSONTypeError("must name at most \(Self.mostNamed) memos; export some after others, or all").inside("ids")
      }
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

  /// The result of an export.
  package struct Result: JSONObjectWritable, Sendable {
    private let outcome: Exporter.Outcome
    private let files: [ExportedFile]?
    private let path: String?

    /// Creates a result with files in the answer.
    package init(_ outcome: Exporter.Outcome, files: [ExportedFile]) {
      (self.outcome, self.files, path) = (outcome, files, nil)
    }

    /// Creates a result for files written to a folder, or to one file.
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
