/// How far a call has come with what its face did at once.
@usableFromInline
enum Step: Sendable {
  /// It is carried out. The answer, unless none was asked for.
  case done([UInt8]?)
  /// It may have to wait for what it is about, and is carried out in its turn.
  case waits(for: Concern, CallWork)
  /// It is worked on away from the loop's thread.
  case begins(LongWork)
  /// It gives up another one; nil if it names none. That is answered then, or it is not.
  case cancels(RequestID?, isAnswered: Bool)
}

/// Carries out a call. Throws the error to answer with.
@usableFromInline
typealias CallWork = @Sendable (Call) throws -> Step

/// What waits for a call that is under way.
@usableFromInline
enum Hold: Sendable {
  /// What concerns a subject.
  case subject(String)
  /// What concerns anything.
  case whole
  /// All that comes after it.
  case everything
}

/// What is done about a call away from the loop's thread.
@usableFromInline
struct LongWork: Sendable {
  /// About how many bytes the answer will have.
  let expectedBytes: Int
  /// What waits until it is done; with everything, all that came before it is done first.
  let hold: Hold?
  /// Whether every other request is done first.
  let isLast: Bool
  /// Whether nothing but the answer comes of it: when nobody waits for that any more, nobody waits for the work.
  let isRead: Bool
  /// Whether it does nothing before it commits: given up until then, it holds nothing any more.
  let commits: Bool
  /// Gives the answer under an id.
  let answer: @Sendable (RequestID) async throws -> [UInt8]

  @usableFromInline
  init(
    expectedBytes: Int = 0, hold: Hold?, isLast: Bool = false, isRead: Bool = false,
    commits: Bool = false, answer: @escaping @Sendable (RequestID) async throws -> [UInt8]
  ) {
    (self.expectedBytes, self.hold, self.isLast, self.isRead) = (expectedBytes, hold, isLast, isRead)
    (self.commits, self.answer) = (commits, answer)
  }
}
