public import JSON
public import MemoModel
public import MemoText

/// A memo to be made.
public struct MemoDraft: Sendable {
  /// The identifier.
  public let id: MemoID
  /// The text, built where the draft is made, so that nobody waits for it later.
  public let text: Rope
  /// The client's own members; those with null are left out.
  public let properties: JSONObject
  /// When it was made.
  public let createdAt: Timestamp
  /// When its text or properties last changed.
  public let modifiedAt: Timestamp
  /// When it went to the trash; nil while it lives.
  public let trashedAt: Timestamp?

  /// Creates a draft; without another time it was last changed when it was made.
  public init(
    id: MemoID, text: Rope, properties: JSONObject, createdAt: Timestamp, modifiedAt: Timestamp? = nil,
    trashedAt: Timestamp? = nil
  ) {
    self.id = id
    self.text = text
    self.properties = properties
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt ?? createdAt
    self.trashedAt = trashedAt
  }
}

/// Memos that come from elsewhere, by their thousands: made in batches so small that no edit waits for one, saved and let go of
/// in between, so that memory holds few of them.
extension MemoEngine {
  /// What became of drafts.
  public struct Intake: Sendable {
    /// For each draft, up to the failure: whether a memo was made of it; false where the identifier is taken.
    public internal(set) var made: [Bool] = []
    /// Why the rest was not tried: `memoTooLarge` or `storeUnavailable`.
    public internal(set) var failure: EngineError?
  }

  /// Makes memos of drafts. Every edit waits meanwhile: give few at a time.
  public func take(_ drafts: [MemoDraft]) -> Intake {
    var intake = Intake()
    for draft in drafts {
      do throws(EngineError) {
        // Whatever is used is kept longer.
        try make(draft).lastUsed = 0
        intake.made.append(true)
      } catch .memoExists {
        intake.made.append(false)
      } catch {
        intake.failure = error
        return intake
      }
    }
    return intake
  }

  /// Saves memos that were taken in, and lets go of those that nobody has asked for.
  ///
  /// - Throws: `storeUnavailable`; then they are saved later.
  public func settle(_ ids: Set<MemoID>) async throws(EngineError) {
    _ = try await flush { $0.intersection(ids) }
    letGoOfUnused(ids)
  }
}
