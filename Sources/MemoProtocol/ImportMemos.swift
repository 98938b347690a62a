package import JSONRPC

/// Makes memos of files.
package enum ImportMemos: RequestType {
  /// `import`
  package static let method: StaticString = "import"

  /// What files are.
  package enum Format: String, Sendable, CaseIterable {
    /// Texts.
    case text
    /// Texts, perhaps behind front matter.
    case markdown
    /// JSON.
    case json
  }

  /// Where numbers that are times count from.
  package enum Epoch: Int, Sendable, CaseIterable {
    /// 1970-01-01T00:00:00Z
    case unix = 1970
    /// 2001-01-01T00:00:00Z
    case apple = 2001
  }

  /// Which files, and how to read them.
  package struct Params: JSONReadable, Sendable {
    /// The path of a folder or a file.
    package let from: String
    /// What the files are; nil goes by their names.
    package let format: Format?
    /// Where numbers that are times count from; nil refuses them.
    package let epoch: Epoch?
    /// Tags that every memo gets.
    package let tags: [String]
    /// Whether a memo is made of everything, also of what was imported before.
    package let makesNew: Bool
    /// Whether nothing is changed: only told what would be.
    package let isTrial: Bool
    /// What progress is reported to; nil for none.
    package let workDoneToken: ProgressToken?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
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
  package struct Result: JSONObjectWritable, Sendable {
    /// A file, or an entry of one, that was not imported, or not all of it.
    package struct Item: JSONObjectWritable, Sendable {
      /// What became of it.
      package enum Outcome: Sendable {
        /// It was to be imported, and was not.
        case skipped
        /// It is no note: a picture, a hidden file or the like.
        case passedOver
        /// It was imported all the same.
        case imported
      }

      /// Which one, seen from what was imported.
      package let path: String
      /// Why not, or what of it.
      package let reason: String
      /// What became of it.
      package let outcome: Outcome

      /// Creates an item.
      package init(path: String, reason: String, outcome: Outcome) {
        self.path = path
        self.reason = reason
        self.outcome = outcome
      }

      /// Writes it.
      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("path", path)
        writer.member("reason", reason)
        switch outcome {
        case .skipped: break
        case .passedOver: writer.member("passedOver", true)
        case .imported: writer.member("imported", true)
        }
      }
    }

    /// How many memos were made.
    package let imported: Int
    /// How many were there already.
    package let unchanged: Int
    /// How many took in what had changed in their files since.
    package let merged: Int
    /// How many memos were made besides because both had changed the same lines.
    package let conflicts: Int
    /// How many files and entries were not imported.
    package let skipped: Int
    /// How many of these are no notes: pictures, hidden files and the like.
    package let passedOver: Int
    /// Whether nothing was changed.
    package let isTrial: Bool
    /// The first of them, and of those that were imported but for something.
    package let report: [Item]

    /// Creates a result.
    package init(
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
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("imported", imported)
      writer.member("unchanged", unchanged)
      writer.member("skipped", skipped)
      // What is seldom there is left out where it isn't.
      for (name, count) in [
        ("merged", merged), ("conflicts", conflicts), ("passedOver", passedOver),
      ] as [(StaticString, Int)] where count > 0 {
        writer.member(name, count)
      }
      if isTrial {
        writer.member("dryRun", true)
      }
      writer.member("report", report)
    }
  }
}
