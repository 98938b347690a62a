import Foundation
import JSON
import SessionSupport

/// What files say once a client has made an edit, by their paths: those that it changes, each edit in one line.
///
/// - Parameters:
///   - folder: the URI that the paths start from.
///   - text: what a file says now.
func editedTexts(
  _ edit: JSONValue, below folder: String, _ text: (_ path: String) throws -> String
) rethrows -> [String: String] {
  var texts: [String: String] = [:]
  for change in edit["documentChanges"]?.elements ?? [] where change["kind"] == nil {
    let uri = change["textDocument"]?["uri"]?.string?.removingPercentEncoding ?? ""
    let path = String(uri.dropFirst(folder.count))
    var lines = try text(path).components(separatedBy: "\n")
    for edit in (change["edits"]?.elements ?? []).reversed() {
      let (start, end) = (edit["range"]?["start"], edit["range"]?["end"])
      let number = start?["line"]?.integer ?? 0
      let line = lines[number] as NSString
      let from = start?["character"]?.integer ?? 0
      let range = NSRange(location: from, length: (end?["character"]?.integer ?? 0) - from)
      lines[number] = line.replacingCharacters(in: range, with: edit["newText"]?.string ?? "?")
    }
    texts[path] = lines.joined(separator: "\n")
  }
  return texts
}
