import JSON
import TestSupport
import Testing

@Suite("The writer")
struct WriterTests {
  private static let table: [(write: @Sendable (inout JSONWriter) -> Void, text: String)] = [
    ({ $0.null() }, "null"),
    ({ $0.value(true) }, "true"),
    ({ $0.value(false) }, "false"),
    ({ $0.value("literal" as StaticString) }, "\"literal\""),
    ({ $0.value("a\"b") }, #""a\"b""#),
    ({ $0.number(literal: "1.50e+7") }, "1.50e+7"),
    ({ $0.raw(Array("[1, 2]".utf8)) }, "[1, 2]"),
    ({ $0.list {} }, "[]"),
    ({ $0.members { _ in } }, "{}"),
    (
      {
        $0.beginArray()
        $0.null()
        $0.value(1)
        $0.value("x")
        $0.value(false)
        $0.number(literal: "2")
        $0.raw(Array("{}".utf8))
        $0.beginArray()
        $0.endArray()
        $0.beginObject()
        $0.endObject()
        $0.value("y" as StaticString)
        $0.beginString()
        $0.endString()
        $0.endArray()
      }, #"[null,1,"x",false,2,{},[],{},"y",""]"#
    ),
    (
      {
        $0.members {
          $0.name("a")
          $0.value(1)
          $0.name(escaping: "b\n\"")
          $0.members {
            $0.name("c")
            $0.list {}
          }
          $0.name(escaping: "")
          $0.null()
        }
      }, #"{"a":1,"b\n\"":{"c":[]},"":null}"#
    ),
  ]

  @Test("puts the commas itself and writes nothing that is not needed", arguments: table)
  func text(write: @Sendable (inout JSONWriter) -> Void, text: String) {
    var writer = JSONWriter()
    write(&writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
  }

  @Test(
    "writes a member that is a string as its name and its value",
    arguments: ["", "plain", "\"", "a\nb", "한글\\", String(repeating: "a", count: 300) + "\u{1}" + "b", "\r\r"])
  func member(value: String) {
    var (one, two) = (JSONWriter(), JSONWriter())
    one.members {
      $0.member("first", value)
      $0.member("none", nil as String?)
      $0.member("second", value as String?)
      $0.member("third", 3)
    }
    two.members { writer in
      for name in ["first", "second"] as [StaticString] {
        writer.name(name)
        writer.value(value)
      }
      writer.name("third")
      writer.value(3)
    }
    #expect(String(decoding: one.bytes, as: UTF8.self) == String(decoding: two.bytes, as: UTF8.self))
  }

  @Test("writes JSON where it is to stand, as any other value")
  func inPlace() {
    var writer = JSONWriter()
    writer.beginArray()
    for length in 0..<3 {
      writer.raw(atMost: 10) { room in
        room[0] = UInt8(ascii: "7")
        room[1] = UInt8(ascii: "8")
        return max(1, length)
      }
    }
    writer.value(9)
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[7,7,78,9]")
  }

  @Test("starts anew after it was emptied")
  func removeAll() {
    var writer = JSONWriter()
    writer.value("something")
    writer.removeAll()
    #expect(writer.bytes.isEmpty)
    writer.value(1)
    #expect(writer.bytes == Array("1".utf8))
    writer.removeAll()
    writer.beginArray()
    writer.value(2)
    writer.removeAll()
    writer.null()
    #expect(writer.bytes == Array("null".utf8))
  }

  @Test("writes one line, whatever is in it")
  func oneLine() throws {
    var random = SeededGenerator(stream: 500)
    for _ in 0..<500 {
      let bytes = written(random.value())
      try require(!bytes.contains { $0 < 0x20 }, "\(bytes) has a control character")
    }
  }
}

extension JSONWriter {
  fileprivate mutating func list(_ body: () -> Void) {
    beginArray()
    body()
    endArray()
  }

  fileprivate mutating func members(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }
}
