/// The reason why the store can't be read or written now.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of trouble a client may want to tell apart. The raw value goes over the wire.
  public enum Reason: String, Sendable, CaseIterable {
    /// There is no space left on the device, or a quota is used up.
    case full
    /// The store, or what it lies on, is read-only.
    case readOnly
    /// Another process held the store for too long.
    case locked
    /// The device failed to read or write.
    case io
    /// The stored data is damaged.
    case corrupt
    /// A later version of the program made the store.
    case newerVersion
    /// The file is not a memo store.
    case notAMemoStore
    /// The store was removed, or another one put in its place, while it was in use.
    case replaced
    /// The store may not be opened, or can't be created there.
    case permission
    /// Another cause, named in the message.
    case other

    /// Whether the cause may be a single memo's data, so that others can still be stored.
    public var mayBeOneMemos: Bool { self == .corrupt || self == .other }
  }

  /// The kind of trouble.
  public let reason: Reason
  /// What went wrong and what to do about it. Never holds a memo's words.
  public let description: String

  /// Creates an error.
  public init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// Whether the same call may succeed later without anybody's repair.
  public var isRetryable: Bool {
    switch reason {
    case .full, .locked, .io, .other: true
    case .readOnly, .corrupt, .newerVersion, .notAMemoStore, .replaced, .permission: false
    }
  }
}
