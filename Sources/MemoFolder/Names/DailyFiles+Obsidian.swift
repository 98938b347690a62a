import JSON
package import MemoEngine
import MemoModel
import Platform

extension DailyFiles {
  /// The longest settings that are read, in bytes, and where they are.
  private static let (longest, place) = (64 << 10, FilePath(".obsidian/daily-notes.json"))

  /// The reason why nothing is set by Obsidian's settings though they are there, for people; nil if there is none.
  package static func problem(in folder: NotesFolder) -> String? {
    switch FileText.read(place, in: folder.root, limit: longest) {
    case .text(let bytes, _, _) where (try? JSONObject(json: bytes)) == nil:
      "\(place) is no object of JSON, so nothing is set by it; mend it, or take it away"
    case .skipped(let reason): "\(place) sets nothing, since it \(reason.sentence)"
    case .text, .changing, .gone: nil
    }
  }

  /// Reads what Obsidian has in `.obsidian/daily-notes.json`; without that they lie outermost, by their dates.
  ///
  /// - Parameters:
  ///   - former: what was read last, which stays as long as the file is there and can't be read, as while it is being
  ///     written; then nothing is set without it.
  ///   - format: that of titles, for `strftime`. With a slash it says where they lie, too, instead of Obsidian.
  package init(in folder: NotesFolder, after former: DailyFiles? = nil, format titles: String? = nil) {
    var settings = JSONObject()
    switch FileText.read(Self.place, in: folder.root, limit: Self.longest) {
    case .text(let bytes, _, _):
      if let read = try? JSONObject(json: bytes) {
        settings = read
      } else if let former {
        self = former
        return
      }
    case .changing, .skipped:
      if let former {
        self = former
        return
      }
    case .gone: break
    }
    func text(_ name: String) -> String? { if case .string(let text)? = settings[name] { text } else { nil } }
    func path(_ name: String) -> String {
      (text(name) ?? "").split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "/")
    }
    let template = path("template").isEmpty ? nil : path("template")
    if let titles, titles.contains("/") {
      self.init(folder: "", format: .strftime(titles), template: template)
    } else {
      let format = text("format").flatMap { $0.isEmpty ? nil : $0 } ?? "YYYY-MM-DD"
      self.init(folder: path("folder"), format: format, template: template)
    }
  }
}
