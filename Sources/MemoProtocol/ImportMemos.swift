package import JSONRPC
package import MemoExchange

/// Makes memos of files.
package enum ImportMemos: RequestType {
  /// `import`
  package static let method: StaticString = "import"

  /// Which files, and how to read them.
  package struct Params: JSONReadable, Sendable {
    /// The path of a folder or a file.
    package let from: String
    /// What the files are; nil goes by their names.
    package let format: ImportOptions.Format?
    /// Where numbers that are times count from; nil refuses them.
    package let epoch: ImportOptions.Epoch?
    /// Tags that every memo gets.
    package let tags: [String]
    /// Whether a memo is made of everything, also of what was imported before.
    package let makesNew: Bool
    /// Whether nothing is changed: only told what would be.
    package let isTrial: Bool
    /// What progress is reported to; nil for none.
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

  /// What came of it.
  package struct Result: JSONObjectWritable, Sendable {
    private let report: ImportReport
    private let isTrial: Bool

    /// Creates a result; of a trial, which changes nothing, what would come of it.
    package init(_ report: ImportReport, isTrial: Bool) { (self.report, self.isTrial) = (report, isTrial) }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("imported", report.imported)
      writer.member("unchanged", report.unchanged)
      writer.member("skipped", report.skipped)
      // What is seldom there is left out where it isn't.
      if report.merged > 0 { writer.member("merged", report.merged) }
      if report.conflicts > 0 { writer.member("conflicts", report.conflicts) }
      if report.passedOver > 0 { writer.member("passedOver", report.passedOver) }
      if isTrial { writer.member("dryRun", true) }
      writer.member("report", report.items.map(Item.init))
    }
  }

  /// A file, or an entry of one, that was not imported, or not all of it.
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
