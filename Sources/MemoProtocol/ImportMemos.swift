public import JSON

/// Makes memos of files.
public enum ImportMemos: RequestType {
  /// `import`
  public static let method: StaticString = "import"

  /// What files are.
  public enum Format: String, Sendable, CaseIterable {
    /// Texts.
    case text
    /// Texts, perhaps behind front matter.
    case markdown
    /// JSON.
    case json
  }

  /// Where numbers that are times count from.
  public enum Epoch: Int, Sendable, CaseIterable {
    /// 1970-01-01T00:00:00Z
    case unix = 1970
    /// 2001-01-01T00:00:00Z
    case apple = 2001
  }

  /// Which files, and how to read them.
  public struct Params: JSONReadable, Sendable {
    /// The path of a folder or a file.
    public let from: String
    /// What the files are; nil goes by their names.
    public let format: Format?
    /// Where numbers that are times count from; nil refuses them.
    public let epoch: Epoch?
    /// What progress is reported to; nil for none.
    public let workDoneToken: ProgressToken?

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      from = try json.required("from")
      let name: String? = try json.optional("format")
      format = name.flatMap(Format.init)
      guard name == nil || format != nil else { throw JSONTypeError("must be text, markdown or json").inside("format") }
      let year: Int? = try json.optional("epoch")
      epoch = year.flatMap(Epoch.init)
      guard year == nil || epoch != nil else { throw JSONTypeError("must be 1970 or 2001").inside("epoch") }
      workDoneToken = try json.optional("workDoneToken")
    }
  }

  /// What came of it.
  public struct Result: JSONWritable, Sendable {
    /// A file, or an entry of one, that was not imported.
    public struct Skipped: JSONWritable, Sendable {
      /// Which one, seen from what was imported.
      public let path: String
      /// Why not.
      public let reason: String

      /// Writes it.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("path")
        writer.value(path)
        writer.name("reason")
        writer.value(reason)
        writer.endObject()
      }
    }

    /// The most that are reported one by one.
    static let longestReport = 1000

    /// How many memos were made.
    public var imported = 0
    /// How many were there already.
    public var unchanged = 0
    /// How many files and entries were not imported.
    public private(set) var skipped = 0
    /// The first of them.
    public private(set) var report: [Skipped] = []

    /// Creates a result of nothing.
    public init() {}

    /// Notes something that was not imported.
    public mutating func skip(_ path: String, _ reason: String) {
      skipped += 1
      if report.count < Self.longestReport { report.append(Skipped(path: path, reason: reason)) }
    }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("imported")
      writer.value(imported)
      writer.name("unchanged")
      writer.value(unchanged)
      writer.name("skipped")
      writer.value(skipped)
      writer.name("report")
      writer.beginArray()
      for item in report { item.write(to: &writer) }
      writer.endArray()
      writer.endObject()
    }
  }
}
