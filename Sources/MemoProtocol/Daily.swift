package import JSONRPC
package import MemoEngine

/// Returns the memo of a day, created on first use.
package enum Daily: RequestType {
  /// `daily`
  package static let method: StaticString = "daily"

  /// The day.
  package struct Params: JSONReadable, Sendable {
    /// The day; nil for today.
    package let date: CalendarDay?
    /// The template to use if the memo does not exist yet, by identifier or title.
    package let template: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      let date: String? = try json.optional("date")
      self.date = date.flatMap(CalendarDay.init)
      if date != nil, self.date == nil {
        throw JSONTypeError("must be a day such as 2026-11-22").inside("date")
      }
      template = try json.templateName()
    }
  }

  /// The memo.
  package typealias Result = Memo
}
