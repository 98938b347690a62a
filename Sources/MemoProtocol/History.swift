public import JSONRPC

/// Lists the kept states of a memo, newest first, a page at a time.
public enum History: RequestType {
  /// `history`
  public static let method: StaticString = "history"

  /// Which page of which memo's history.
  public struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// The most states the page may have; 50 if absent.
    public let limit: Int
    /// Where the page before this one ended; nil for the first.
    public let cursor: String?

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
    }
  }

  /// A page.
  public struct Result: JSONWritable, Sendable {
    /// The states, newest first.
    public let revisions: [Revision]
    /// How many states are kept in all.
    public let total: Int
    /// What to ask the next page with; nil on the last.
    public let nextCursor: String?

    /// Creates a page.
    public init(revisions: [Revision], total: Int, nextCursor: String?) {
      self.revisions = revisions
      self.total = total
      self.nextCursor = nextCursor
    }

    /// Writes the page.
    public func write(to writer: inout JSONWriter) {
      writer.page("revisions", revisions, total: total, nextCursor: nextCursor)
    }
  }

  /// A state of a memo.
  public struct Revision: JSONWritable, Sendable {
    /// What it is asked for with.
    public let revision: String
    /// The version it was stored as.
    public let version: Int
    /// When its text or properties had last changed; RFC 3339.
    public let modifiedAt: String
    /// The text's length in UTF-8 bytes.
    public let bytes: Int
    /// The first line that is not only white space, trimmed and cut to 200 characters.
    public let displayTitle: String

    /// Creates a state from all its members.
    public init(revision: String, version: Int, modifiedAt: String, bytes: Int, displayTitle: String) {
      self.revision = revision
      self.version = version
      self.modifiedAt = modifiedAt
      self.bytes = bytes
      self.displayTitle = displayTitle
    }

    /// Writes the state.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("revision")
      writer.value(revision)
      writer.name("version")
      writer.value(version)
      writer.name("modifiedAt")
      writer.value(modifiedAt)
      writer.name("bytes")
      writer.value(bytes)
      writer.name("displayTitle")
      writer.value(displayTitle)
      writer.endObject()
    }
  }
}
