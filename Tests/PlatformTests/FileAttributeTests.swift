import CSystem
import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite("What belongs to a file beside its bytes")
struct FileAttributeTests {
  private let temporary: TemporaryFolder
  private let folder: OpenFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = try #require(OpenFolder(path: temporary.path))
  }

  @Test("a copy has the permissions and extended attributes of its original, and no others")
  func attributes() throws {
    let (original, copy) = try (descriptor("original", 0o640), descriptor("copy", 0o600))
    defer { for file in [original, copy] { close(file) } }
    let knowsAttributes = set(original, "user.tags", "rain") == 0
    _ = set(original, "user.empty", "")
    _ = set(copy, "user.tags", "snow")
    _ = set(copy, "user.more", "x")
    try FileAttributes.copy(from: original, to: copy)
    #expect(FileStatus(copy)?.permissions == 0o640)
    guard knowsAttributes else { return }
    #expect(get(copy, "user.tags") == "rain" && get(copy, "user.empty") == "")
    #expect(get(copy, "user.more") == nil)
  }

  @Test("whose owner can't be kept is told", .enabled(if: geteuid() == 0))
  func owner() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let (original, copy) = (Self.nameless(), Self.nameless())
      fchown(original, 12, 34)
      fchown(copy, 65534, 65534)
      setegid(65534)
      seteuid(65534)
      do throws(FileAttributes.Failure) {
        try FileAttributes.copy(from: original, to: copy)
        exit(1)
      } catch {
        exit(error == .owner(EPERM) ? 7 : 2)
      }
    }
  }

  /// A new file that is gone once its descriptor is closed.
  private static func nameless() -> Int32 {
    var template = Array("/tmp/memo-file-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    unlink(template)
    return descriptor
  }

  @Test("the owner is kept by whoever may", .enabled(if: geteuid() == 0))
  func keptOwner() throws {
    let (original, copy) = try (descriptor("original", 0o4755), descriptor("copy", 0o600))
    defer { for file in [original, copy] { close(file) } }
    fchown(original, 12, 34)
    fchmod(original, 0o4755)
    try FileAttributes.copy(from: original, to: copy)
    let status = try #require(FileStatus(copy))
    #expect(status.owner == (12, 34) && status.permissions == 0o4755)
  }

  @Test(
    "a time is set to the nanosecond, before 1970 too",
    arguments: [0, 1, 1_700_000_000_123_456_789, -1, -1_500_000_000])
  func time(nanoseconds: Int) throws {
    let file = try descriptor("file", 0o600)
    defer { close(file) }
    FileAttributes.setModified(file, nanoseconds)
    #expect(FileStatus(file)?.mark.modified == nanoseconds)
  }

  private func descriptor(_ name: FilePath, _ mode: UInt16) throws -> Int32 {
    let file = try #require(folder.open(name, O_CREAT | O_EXCL | O_RDWR, permissions: mode))
    fchmod(file, mode_t(mode))
    return file
  }

  private func set(_ file: Int32, _ name: String, _ value: String) -> Int32 {
    memo_attribute_set(file, name, value, value.utf8.count)
  }

  private func get(_ file: Int32, _ name: String) -> String? {
    var value = [UInt8](repeating: 0, count: 64)
    let count = memo_attribute_get(file, name, &value, value.count)
    return count < 0 ? nil : String(decoding: value.prefix(count), as: UTF8.self)
  }
}
