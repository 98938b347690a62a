package import JSONRPC
package import MemoExchange

/// Creates memos from files.
package enum ImportMemos: RequestType {
  /// `import`
  package static let method: StaticString = "import"

  /// The files, and how to read them.
  package struct Params: JSONReadable, Sendable {
    /// The path of a folder or a file.
    package let from: String
    /// The format of the files; nil goes by their names.
    package let format: ImportOptions.Format?
    /// The epoch of times that are numbers; nil refuses such times.
    package let epoch: ImportOptions.Epoch?
    /// Tags that every memo gets.
    package let tags: [String]
    /// Whether to create a memo from everything, even from what was imported before.
    package let makesNew: Bool
    /// Whether to only report what would be changed.
    package let isTrial: Bool
    /// The token to report progress to; nil for none.
    package let workDoneToken: ProgressToken?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      from = try json.required("from")
      format = try json.choice("format")
      epoch = try json.choice("epoch")
      tags = try json.optional("tags") ?? []
      makesNew = try json.optional("new") ?? false
      isTrial = try json.optional("dryRun") ?? false
      workDoneToken = try json.optional("workDoneToken")
    }
  }

  /// The result of an import.
  package struct Result: JSONObjectWritable, Sendable {
    private let report: ImportReport
    private let isTrial: Bool

    /// Creates a result; for a trial, the result that the import would have.
    package init(_ report: ImportReport, isTrial: Bool) { (self.report, self.isTrial) = (report, isTrial) }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("imported", report.imported)
      writer.member("unchanged", report.unchanged)
      writer.member("skipped", report.skipped)
      // Rare members are left out if they are 0.
      if report.merged > 0 { writer.member("merged", report.merged) }
      if report.conflicts > 0 { writer.member("conflicts", report.conflicts) }
      if report.passedOver > 0 { writer.member("passedOver", report.passedOver) }
      if isTrial { writer.member("dryRun", true) }
      writer.member("report", report.items.map(Item.init))
    }
  }

  /// A file, or an entry of one, that was not imported, or not completely.
  private struct Item: JSONObjectWritable {
    let item: ImportReport.Item

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("path", item.path)
      writer.member("reason", item.reason)
      switch item.outcome {
      case .skipped: break
      case .passedOver: writer.member("passedOver", true)
      case .imported: writer.member("imported", true)
      }
    }
  }
}
