import JSON
import MemoMarkup
import MemoModel
import MemoText

/// A use of a template.
public struct TemplateUse: Sendable {
  /// The template's name, see ``MemoEngine/template(named:)``.
  public let name: String
  /// The values of its fields besides `date`, `time` and `date:FORMAT`; `title` is one of them.
  public let values: [String: String]

  /// Creates a use.
  public init(_ name: String, values: [String: String] = [:]) { (self.name, self.values) = (name, values) }
}

/// The reason why a template can't be used.
public enum TemplateProblem: Sendable {
  /// No memo has this name. These are templates, each by one of its names; not all of them, if there are many.
  case unknown([LinkDestination.LeadsTo])
  /// A memo once had this name, and has another title now.
  case renamed(MemoID, title: String)
  /// Several memos are called so, and not one of them alone is a template. These are the templates among them, if there
  /// are any, by what each can be called.
  case ambiguous([LinkDestination.LeadsTo])
  /// It is in the trash.
  case trashed(MemoID)
  /// It is not tagged `template`.
  case untagged(MemoID)
  /// Its tag can't be taken out of its front matter separately, so that what is made of it would be a template.
  case headerUnwritable(MemoID)
}

/// The text of a memo to be created, perhaps from a template.
struct MadeText: Sendable {
  let text: Rope
  /// The place of the cursor, in UTF-8 bytes; nil if the template has none.
  let cursor: Int?
  /// The template's tags that are properties, without those that make it a template.
  let tags: [String]

  /// Takes a text without a template.
  init(_ text: Rope) { (self.text, cursor, tags) = (text, nil, []) }

  /// Fills in a template.
  ///
  /// - Parameter moment: now, where the formats of dates are those of Moment.js, as Obsidian has them; nil where they
  ///   are `strftime`'s.
  /// - Throws: `memoTooLarge`.
  init(
    _ template: Template, _ values: [String: String], _ time: CalendarTime, moment: Timestamp? = nil, limit: Int
  ) throws(EngineError) {
    do throws(TemplateText.TooLong) {
      let made = try TemplateText(template.text, limit: limit) { Self.value($0, values, time, moment) }
      (text, cursor, tags) = (made.text, made.cursor, template.tags)
    } catch {
      throw .memoTooLarge(limit: limit, bytes: error.bytes)
    }
  }

  private static func value(
    _ name: String, _ values: [String: String], _ time: CalendarTime, _ moment: Timestamp?
  ) -> String? {
    if let value = values[name] { return value }
    // Other programs take these in capitals as well, and white space around the colon.
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmingWhiteSpace)
    let field = parts[0].lowercased()
    if parts.count == 2 {
      let format = String(parts[1])
      if let moment, ["date", "time"].contains(field), !name.contains("%") {
        return MomentFormat(format: format).text(of: time.day, now: moment)
      }
      return field == "date" ? time.text(format) : nil
    }
    switch field {
    case "title": return values["title"]
    case "date": return time.day.description
    case "time": return time.text("%H:%M")
    default: return nil
    }
  }

  /// The template's tags combined with a caller's own properties: its tags are added, unless they are set to none.
  func properties(with own: JSONObject) -> JSONObject {
    var properties = own
    guard !tags.isEmpty, own["tags"].map({ if case .array = $0 { true } else { false } }) ?? true else { return own }
    var seen: Set<String> = []
    properties.tags = (tags + own.tags).filter { seen.insert($0.tagForm).inserted }
    return properties
  }
}
