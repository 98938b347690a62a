/// Why the store can't be read or written now.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of trouble a client may want to tell apart. The raw value goes over the wire.
  public enum Reason: String, Sendable, CaseIterable {
    /// No space is left on the device, or a quota is used up.
    case full
    /// The store, or what it lies on, is read-only.
    case readOnly
    /// Another process held the store for too long.
    case locked
    /// The device failed to read or write.
    case io
    /// What is stored is damaged.
    case corrupt
    /// A later version of the program made the store.
    case newerVersion
    /// What lies there is no memo store.
    case notAMemoStore
    /// The store was removed, or another one put in its place, while it was in use.
    case replaced
    /// The store may not be opened, or can't be there.
    case permission
    /// Something else, which the message names.
    case other

    /// Whether the cause may be what is to be stored of one memo, so that others can be stored all the same.
    public var mayBeOneMemos: Bool { self == .corrupt || self == .other }
  }

  /// What kind of trouble it is.
  public let reason: Reason
  /// What went wrong and what to do about it. Never holds a memo's words.
  public let description: String

  /// Creates an error.
  public init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// Whether the same call may go through later with nobody mending anything by hand.
  public var isRetryable: Bool {
    switch reason {
    case .full, .locked, .io, .other: true
    case .readOnly, .corrupt, .newerVersion, .notAMemoStore, .replaced, .permission: false
    }
  }
}
