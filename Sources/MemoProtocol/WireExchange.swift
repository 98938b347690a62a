import MemoEngine
package import MemoExchange

extension ExportMemos.Result {
  /// What was written, on the wire.
  package init(_ outcome: Exporter.Outcome, to path: String) {
    self = .written(
      count: outcome.count, unchanged: outcome.unchanged, to: path, bytes: outcome.bytes, kept: outcome.kept,
      damaged: outcome.damaged.map(\.description))
  }
}

extension ImportMemos.Result {
  /// What came of an import, or would, on the wire.
  package init(_ report: ImportReport, isTrial: Bool) {
    self.init(
      imported: report.imported, unchanged: report.unchanged, merged: report.merged, conflicts: report.conflicts,
      skipped: report.skipped, passedOver: report.passedOver, isTrial: isTrial, report: report.items.map(Item.init))
  }
}

extension ImportMemos.Result.Item {
  fileprivate init(_ item: ImportReport.Item) {
    let outcome: Outcome =
      switch item.outcome {
      case .skipped: .skipped
      case .passedOver: .passedOver
      case .imported: .imported
      }
    self.init(path: item.path, reason: item.reason, outcome: outcome)
  }
}
