public import JSONRPC

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
    /// Tags that every memo gets.
    public let tags: [String]
    /// Whether a memo is made of everything, also of what was imported before.
    public let makesNew: Bool
    /// Whether nothing is changed: only told what would be.
    public let isTrial: Bool
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
      tags = try json.optional("tags") ?? []
      makesNew = try json.optional("new") ?? false
      isTrial = try json.optional("dryRun") ?? false
      workDoneToken = try json.optional("workDoneToken")
    }
  }

  /// What came of it.
  public struct Result: JSONWritable, Sendable {
    /// A file, or an entry of one, that was not imported, or not all of it.
    public struct Item: JSONWritable, Sendable {
      /// What became of it.
      public enum Outcome: Sendable {
        /// It was to be imported, and was not.
        case skipped
        /// It is no note: a picture, a hidden file or the like.
        case passedOver
        /// It was imported all the same.
        case imported
      }

      /// Which one, seen from what was imported.
      public let path: String
      /// Why not, or what of it.
      public let reason: String
      /// What became of it.
      public let outcome: Outcome

      /// Creates an item.
      public init(path: String, reason: String, outcome: Outcome) {
        self.path = path
        self.reason = reason
        self.outcome = outcome
      }

      /// Writes it.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("path")
        writer.value(path)
        writer.name("reason")
        writer.value(reason)
        switch outcome {
        case .skipped: break
        case .passedOver: write("passedOver", to: &writer)
        case .imported: write("imported", to: &writer)
        }
        writer.endObject()
      }

      private func write(_ name: StaticString, to writer: inout JSONWriter) {
        writer.name(name)
        writer.value(true)
      }
    }

    /// How many memos were made.
    public let imported: Int
    /// How many were there already.
    public let unchanged: Int
    /// How many took in what had changed in their files since.
    public let merged: Int
    /// How many memos were made besides because both had changed the same lines.
    public let conflicts: Int
    /// How many files and entries were not imported.
    public let skipped: Int
    /// How many of these are no notes: pictures, hidden files and the like.
    public let passedOver: Int
    /// Whether nothing was changed.
    public let isTrial: Bool
    /// The first of them, and of those that were imported but for something.
    public let report: [Item]

    /// Creates a result.
    public init(
      imported: Int, unchanged: Int, merged: Int, conflicts: Int, skipped: Int, passedOver: Int, isTrial: Bool,
      report: [Item]
    ) {
      self.imported = imported
      self.unchanged = unchanged
      self.merged = merged
      self.conflicts = conflicts
      self.skipped = skipped
      self.passedOver = passedOver
      self.isTrial = isTrial
      self.report = report
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
      // What is seldom there is left out where it isn't.
      for (name, count) in [
        ("merged", merged), ("conflicts", conflicts), ("passedOver", passedOver),
      ] as [(StaticString, Int)] where count > 0 {
        writer.name(name)
        writer.value(count)
      }
      if isTrial {
        writer.name("dryRun")
        writer.value(true)
      }
      writer.name("report")
      writer.beginArray()
      for item in report { item.write(to: &writer) }
      writer.endArray()
      writer.endObject()
    }
  }
}
