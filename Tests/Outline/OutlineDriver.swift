import Foundation
import JSON
import MemoMarkup
import MemoText

/// Reads texts from stdin, each a JSON string on a line, and writes what each says as Markdown, one object a line. With
/// `--time COUNT`, writes how many nanoseconds it takes to read each, that many times, a list of them a line.
@main
struct OutlineDriver {
  static func main() {
    let arguments = CommandLine.arguments
    let count = arguments.count == 3 && arguments[1] == "--time" ? Int(arguments[2]) : nil
    while let line = readLine() {
      guard let document = try? JSONDocument(Array(line.utf8)), let text = document.root.string else {
        fatalError("no JSON string: \(line)")
      }
      var writer = JSONWriter()
      if let count {
        writer.beginArray()
        for _ in 0..<count { writer.value(nanoseconds(toRead: Rope(text))) }
        writer.endArray()
      } else {
        write(Outline(of: Rope(text)), to: &writer)
      }
      FileHandle.standardOutput.write(Data(writer.bytes + "\n".utf8))
    }
  }

  private static func nanoseconds(toRead text: Rope) -> Int {
    let clock = ContinuousClock()
    let taken = clock.measure { withExtendedLifetime(Outline(of: text, isUrgent: true)) {} }
    return Int(taken.components.attoseconds / 1_000_000_000) + Int(taken.components.seconds) * 1_000_000_000
  }

  private static func write(_ outline: Outline, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("headings")
    writer.beginArray()
    for heading in outline.headings {
      writer.beginArray()
      writer.value(heading.level)
      writer.value(heading.text)
      writer.endArray()
    }
    writer.endArray()
    writer.name("links")
    writer.beginArray()
    for link in outline.links {
      writer.beginArray()
      writer.value(link.kind.rawValue)
      writer.value(link.target)
      link.fragment.map { writer.value($0) } ?? writer.null()
      link.label.map { writer.value($0) } ?? writer.null()
      writer.endArray()
    }
    writer.endArray()
    writer.name("code")
    writer.beginArray()
    for code in outline.code { writer.value(code.text) }
    writer.endArray()
    writer.endObject()
  }
}
