public import MemoModel

/// Where the files of days lie below a folder, and what they are called.
public struct DailyFiles: Hashable, Sendable {
  /// The folder that they lie in, as names with `/` between them; empty for the outermost.
  public let folder: String
  /// What they are called without the extension; folders may be in it.
  public let format: Format
  /// The path of the note that new ones are made of, with or without `.md`; nil if there is none. Its dates have
  /// formats of Moment.js, too, and it needs no tag.
  public let template: String?

  /// A way to write dates.
  public enum Format: Hashable, Sendable {
    /// That of Moment.js, such as `YYYY/MM-DD`.
    case moment(String)
    /// That of `strftime`, such as `%Y/%m-%d`.
    case strftime(String)
  }

  /// Creates a description.
  public init(folder: String, format: Format, template: String? = nil) {
    (self.folder, self.format, self.template) = (folder, format, template)
  }

  /// Creates a description, with a format of Moment.js.
  public init(folder: String, format: String, template: String? = nil) {
    self.init(folder: folder, format: .moment(format), template: template)
  }

  /// The path of a day's file below the folder.
  public func path(of day: CalendarDay, now: Timestamp) -> String {
    let name = names(of: day, now).joined(separator: "/")
    return folder.isEmpty ? "\(name).md" : "\(folder)/\(name).md"
  }

  /// A day's title: the last name without the extension.
  public func title(of day: CalendarDay, now: Timestamp) -> String { String(names(of: day, now).last ?? "") }

  private func names(of day: CalendarDay, _ now: Timestamp) -> [Substring] {
    let text =
      switch format {
      case .moment(let format): MomentFormat(format: format).text(of: day, now: now)
      case .strftime(let format): CalendarTime(now, on: day).text(format) ?? ""
      }
    let names = text.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return names.isEmpty ? [day.description[...]] : names
  }
}
