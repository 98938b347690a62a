import JSON
import MemoMarkup
import MemoModel
import MemoText

/// What a memo is made of a template with.
public struct TemplateUse: Sendable {
  /// What the template is called, see ``MemoEngine/template(named:)``.
  public let name: String
  /// What names in it stand for, beside `date`, `time` and `date:FORMAT`; `title` is one of them.
  public let values: [String: String]

  /// Names a template.
  public init(_ name: String, values: [String: String] = [:]) { (self.name, self.values) = (name, values) }
}

/// Why a template can't be used.
public enum TemplateProblem: Sendable {
  /// No memo is called so. These are templates, by what each can be called; not all of them, if there are many.
  case unknown([LinkDestination.LeadsTo])
  /// A memo was called so once, and has another title now.
  case renamed(MemoID, title: String)
  /// Several memos are called so, and not one of them alone is a template. These are the templates among them, if there
  /// are any, by what each can be called.
  case ambiguous([LinkDestination.LeadsTo])
  /// It is in the trash.
  case trashed(MemoID)
  /// It is not tagged `template`.
  case untagged(MemoID)
}

/// What a memo becomes that is made of a template.
struct MadeText: Sendable {
  let text: Rope
  /// Where the cursor is to be, in UTF-8 bytes; nil if the template does not say.
  let cursor: Int?
  /// The template's tags that are properties, but for those that make it a template.
  let tags: [String]

  /// Takes a text that is made of no template.
  init(_ text: Rope) { (self.text, cursor, tags) = (text, nil, []) }

  /// Fills in a template.
  ///
  /// - Throws: `memoTooLarge`.
  init(
    _ template: Template, _ values: [String: String], _ time: CalendarTime, limit: Int
  ) throws(EngineError) {
    do throws(TemplateText.TooLong) {
      let made = try TemplateText(template.text, limit: limit) { Self.value($0, values, time) }
      (text, cursor, tags) = (made.text, made.cursor, template.tags)
    } catch {
      throw .memoTooLarge(limit: limit, bytes: error.bytes)
    }
  }

  private static func value(_ name: String, _ values: [String: String], _ time: CalendarTime) -> String? {
    if let value = values[name] { return value }
    switch name {
    case "date": return time.day.description
    case "time": return time.text("%H:%M")
    default: return name.hasPrefix("date:") ? time.text(String(name.dropFirst("date:".count))) : nil
    }
  }

  /// The template's tags, and properties of the caller's own that come on top: tags beside its tags, unless they are to
  /// be none.
  func properties(with own: JSONObject) -> JSONObject {
    var properties = own
    guard !tags.isEmpty, own["tags"].map({ if case .array = $0 { true } else { false } }) ?? true else { return own }
    var seen: Set<String> = []
    properties.tags = (tags + own.tags).filter { seen.insert($0.tagForm).inserted }
    return properties
  }
}
