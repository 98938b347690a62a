package import JSONRPC

/// Gives memos as files, or writes them to a folder.
package enum ExportMemos: RequestType {
  /// `export`
  package static let method: StaticString = "export"
  /// The most bytes that files may have together where they are not written to a folder: 16 MiB.
  package static let largestAnswer = 16 << 20

  /// The form of the files.
  package enum Format: String, Sendable, CaseIterable {
    /// A file a memo: its text.
    case text
    /// A file a memo: its text behind front matter.
    case markdown
    /// A file a memo: a page for a browser.
    case html
    /// One file, a memo a line.
    case json
  }

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
    package let format: Format
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
      let name: String = try json.required("format")
      guard let format = Format(rawValue: name) else {
        throw JSONTypeError("must be text, markdown, html or json").inside("format")
      }
      self.format = format
      to = try json.optional("to")
      force = try json.optional("force") ?? false
      workDoneToken = try json.optional("workDoneToken")
    }
  }

  /// What came of it.
  package enum Result: JSONObjectWritable, Sendable {
    /// So many memos in these files, but for those that are damaged in the store.
    case files(count: Int, [ExportedFile], damaged: [String])
    /// So many memos are in this folder or file, in so many bytes, of which some had been there as they are; but for
    /// files that somebody has changed, and memos that are damaged in the store.
    case written(count: Int, unchanged: Int, to: String, bytes: Int, kept: [String], damaged: [String])

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.name("count")
      switch self {
      case .files(let count, let files, let damaged):
        writer.value(count)
        writer.member("files", files)
        Self.write("damaged", damaged, to: &writer)
      case .written(let count, let unchanged, let to, let bytes, let kept, let damaged):
        writer.value(count)
        if unchanged > 0 {
          writer.member("unchanged", unchanged)
        }
        writer.member("to", to)
        writer.member("bytes", bytes)
        Self.write("kept", kept, to: &writer)
        Self.write("damaged", damaged, to: &writer)
      }
    }

    /// Writes a member unless it is empty.
    private static func write(_ name: StaticString, _ values: [String], to writer: inout JSONWriter) {
      guard !values.isEmpty else { return }
      writer.member(name, values)
    }
  }
}
