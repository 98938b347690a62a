import MemoEngine

/// A memo in a list for people.
struct MemoRow {
  let summary: MemoSummary

  private static let columns =
    [Table.Column(paint: .yellow), Table.Column(paint: .cyan)] + MemoFields.signed.map { _ in Table.Column() }
    + [Table.Column(share: 0.7), Table.Column(paint: .green, share: 0.3)]

  /// The lines of such a list.
  static func lines(_ rows: [MemoRow], trashed: Bool, _ terminal: Terminal) -> String {
    let ids = MemoName.short(rows.map(\.summary.metadata.id))
    // In a narrow terminal the title matters more than the time of day.
    let hasRoom = (terminal.columns ?? .max) >= 60
    var table = Table(columns)
    for row in rows {
      let metadata = row.summary.metadata
      let date = (trashed ? metadata.trashedAt : nil) ?? metadata.modifiedAt
      let title = row.summary.displayTitle
      table.add(
        [ids[metadata.id] ?? metadata.id.description, LocalDate.text(date, to: hasRoom ? .minute : .day)]
          + MemoFields.signed.map { $0.sign(in: metadata.properties) }
          + [title.isEmpty ? "(empty)" : title, Tags.cell(row.summary)])
    }
    return table.lines(for: terminal)
  }
}
