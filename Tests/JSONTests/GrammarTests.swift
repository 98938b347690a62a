import JSON
import TestSupport
import Testing

@Suite("JSON texts by RFC 8259")
struct GrammarTests {
  private static let accepted = [
    // Structure
    "[]", "{}", "[[]]", "[{}]", "{\"a\":{}}", "{\"a\":[]}", "[1,2]", "[null,true,false]", "[[],[]]", "[\"\"]",
    "{\"\":0}",
    "{\"a\":1,\"b\":2}", "{\"a\":1,\"a\":1}", "{\"a\":1,\"a\":{}}", "[[[[]],{}],[{}]]", "{\"[\":\"]\"}",
    "[\"{\",\"}\"]",
    // Any value can stand alone
    "null", "true", "false", "0", "-1", "\"\"", "\"a\"", "1.5",
    // White space
    " []", "[] ", "\t[\n]\r", "\r\n{\r\n}\r\n", " [ 1 , 2 ] ", "{ \"a\" : 1 , \"b\" : 2 }", "[\n\n\t]", " 1 ",
    "\n\"a\"\n",
    // Numbers
    "[-0]", "[0]", "[0.0]", "[-0.0]", "[10]", "[1e1]", "[1E1]", "[1e+1]", "[1e-1]", "[1E+01]", "[0e0]",
    "[0e999999999999]",
    "[0.1e1]", "[1.000]", "[123456789012345678901234567890]", "[1e400]", "[-1e-400]", "[1e99999999999999999999]",
    "[0.00000000000000000000000000000000000001]", "[-123.456e-78]", "[20e1]", "[9007199254740993]",
    // Strings
    #"["a b"]"#, #"["\""]"#, #"["\\"]"#, #"["\/"]"#, #"["/"]"#, #"["\b\f\n\r\t"]"#, #"["\u0000"]"#, #"["\u001f"]"#,
    #"["\u0022"]"#, #"["\u005C"]"#, #"["\u00e9\uABCD\uabcd"]"#, #"["\uD83D\uDE00"]"#, #"["\ud800\udc00"]"#,
    #"["\uDBFF\uDFFF"]"#, #"["\uFFFF"]"#, #"["\uFFFE"]"#, #"["\uFEFF"]"#, #"["\uD7FF\uE000"]"#, #"["\\u12"]"#,
    #"["\\\\"]"#, #"["\\\""]"#, #"["\ud834\udd1ex\ud834\udd1e"]"#, "[\"\u{7F}\"]", "[\"\u{80}\"]",
    "[\"\u{2028}\u{2029}\"]",
    "[\"é한😀\"]", "[\"\u{FFFE}\u{FFFF}\u{10FFFF}\"]", "[\"\u{FEFF}\"]", "[\"'\"]", "[\"//\"]", "[\"/*\"]", "[\",]\"]",
    #"{"\u0061":1}"#, #"{"\u0000":1}"#, "{\"한\":1}", "{\"\u{E9}\":1,\"e\u{301}\":2}",
  ]

  @Test("are read", arguments: accepted)
  func reads(text: String) {
    #expect(throws: Never.self) { try JSONDocument(Array(text.utf8)) }
    #expect(ReferenceGrammar.accepts(Array(text.utf8)))
  }

  private static let refused = [
    // Nothing, or not all of it
    "", " ", "\n", "[", "{", "]", "}", "\"", "[1", "[1,", "[[]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[\"a",
    "[\"a\"",
    "nul", "tru", "fals", "n", "-", "[{}", "{\"a\":[}", "[{]}",
    // More than one value
    "[][]", "1 2", "{}{}", "[]]", "{}}", "[] 1", "\"a\"\"b\"", "nullnull", "true false", "[],", "1,", "[]#", "{}//",
    // Commas and colons
    "[,]", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1;2]", "{,}", "{\"a\":1,}", "{,\"a\":1}", "{\"a\":1,,\"b\":2}",
    "{\"a\":1 \"b\":2}", "{\"a\" 1}", "{\"a\"::1}", "{\"a\":}", "{:1}", "{\"a\",1}", "{\"a\"}", "[\"a\":1]", "[1:2]",
    ",", ":",
    "{\"a\":1;\"b\":2}", "[1,\n]", "{\"a\":1 ,\r\n}",
    // Names
    "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{[]:1}", "{\"a\"\"b\":1}", "{\"a\\\":1}",
    // Words
    "NULL", "True", "FALSE", "nil", "undefined", "None", "nulL", "truth", "[nulll]", "[truee]", "NaN", "nan",
    "Infinity",
    "-Infinity", "inf", "[-NaN]", "yes", "'a'", "`a`", "a", "[a]", "<a>", "(1)", "=1", "\\", "\\u0031",
    // Comments
    "//\n[]", "/**/[]", "[]/**/", "[/*1*/]", "[1//\n]", "#\n[]", "{/**/\"a\":1}", "[]//", "<!---->[]", "--1",
    // White space of other kinds
    "\u{0B}[]", "\u{0C}[]", "[\u{0C}]", "[]\u{0B}", "\u{A0}[]", "[\u{2028}]", "[]\u{2029}", "\u{85}[]", "\u{3000}[]",
    "\u{200B}[]", "[]\0", "\0", "\0[]", "[\0]", "\u{FEFF}[]", "[]\u{FEFF}", "[\u{FEFF}]", "\u{1F}[]", "\u{8}[]",
    "\u{7F}[]",
    // Numbers
    "[01]", "[-01]", "[00]", "[-00]", "[00.1]", "[1.]", "[-1.]", "[.1]", "[-.1]", "[+1]", "[+0]", "[1e]", "[1e+]",
    "[1e-]",
    "[1E]", "[1.e1]", "[.e1]", "[1e1.5]", "[1.2.3]", "[1e1e1]", "[-]", "[--1]", "[- 1]", "[1 .5]", "[1. 5]", "[1e 1]",
    "[0x10]",
    "[0x]", "[0b1]", "[0o7]", "[1_000]", "[1,000.5.]", "[1a]", "[1f]", "[1L]", "[0e]", "[0.]", "[0.e1]", "[1-]",
    "[1+1]", "[1/2]",
    "[e1]", "[\u{661}]", "[１]", "[∞]", "[-a]", "[1ee1]", "[1e++1]", "[$1]", "[1%]", "[2.e3]", "[2.e+3]", "[9.e+]",
    // Strings
    #"["\x41"]"#, #"["\a"]"#, #"["\0"]"#, #"["\'"]"#, #"["\v"]"#, #"["\e"]"#, #"["\U0041"]"#, #"["\ "]"#, #"["\N"]"#,
    #"["\B"]"#,
    #"["\u"]"#, #"["\u0"]"#, #"["\u00"]"#, #"["\u004"]"#, #"["\u004g"]"#, #"["\u00 4"]"#, #"["\u+041"]"#,
    #"["\u-041"]"#,
    #"["\u0x41"]"#, #"["\u{41}"]"#, #"["\u１234"]"#, #"["\é"]"#, #"["\"]"#, #"["\\\"]"#, "[\"\\\n\"]", "[\"\\\0\"]",
    "[\"\\😀\"]",
    #"["\"#, #"["\u"#, #"["\u1"#, #"["\u12"#, #"["\u123"#, #"["\u1234"#, #"["\ud83d\u"#, #"["\ud83d\ude00"#,
    "['a']", "[\"a']", "[\"a\nb\"]", "[\"a\rb\"]", "[\"a\tb\"]", "[\"\n", "[a\"]", "[\"a\"b]", "[\"a\" \"b\"]",
    "[\u{201C}a\u{201D}]",
    // Surrogates without a partner
    #"["\ud800"]"#, #"["\udbff"]"#, #"["\udc00"]"#, #"["\udfff"]"#, #"["\ud800x"]"#, #"["x\udc00"]"#, #"["\ud800\n"]"#,
    #"["\ud800\ud800"]"#, #"["\ud800\ud800\udc00"]"#, #"["\udc00\ud800"]"#, #"["\ud800\u0041"]"#, #"["\ud800\ue000"]"#,
    #"["\ud800\udbff"]"#, #"["\uD800\\uDC00"]"#, #"["\ud83d\"]"#, #"["\ud83d\ude0"]"#, #"["\ud83d\ude0g"]"#,
    #"["\ud83d \ude00"]"#, #"["\ud83d\ude00\ude00"]"#, "[\"\\ud83d😀\"]", #"{"\ud800":1}"#, #"{"a":"\udead"}"#,
  ]

  @Test("and nothing else", arguments: refused)
  func refuses(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.utf8)) }
    #expect(!ReferenceGrammar.accepts(Array(text.utf8)))
  }

  @Test("are told from others of one and two bytes without exception")
  func shortTexts() throws {
    for first in UInt8.min...UInt8.max {
      try check([first])
      for second in UInt8.min...UInt8.max { try check([first, second]) }
    }
  }

  @Test("may hold any character behind a backslash that the grammar names, and no other")
  func escapes() throws {
    for byte in UInt8.min...UInt8.max { try check(Array("\"\\".utf8) + [byte] + Array("1234\"".utf8)) }
  }

  @Test("may hold no control character in a string, wherever it stands", arguments: 0..<0x20)
  func controlCharacters(code: Int) throws {
    for offset in 0..<20 {
      let bytes = [0x22] + Array(repeating: UInt8(ascii: "a"), count: offset) + [UInt8(code)]
      try check(bytes + [0x22])
      try check(bytes + Array("aaaaaaaaaaaa\"".utf8))
    }
  }

  @Test("may be followed by white space only")
  func followers() throws {
    for byte in UInt8.min...UInt8.max { try check(Array("{\"a\":[1]}".utf8) + [byte]) }
  }

  private func check(_ bytes: [UInt8]) throws {
    let mine = (try? JSONDocument(bytes)) != nil
    try require(mine == ReferenceGrammar.accepts(bytes), "\(bytes) was \(mine ? "read" : "refused")")
  }
}
