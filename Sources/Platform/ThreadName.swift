import CSystem

/// The names of threads in debuggers and process lists.
package enum ThreadName {
  /// Names the calling thread; Linux keeps the first 15 bytes.
  package static func set(_ name: String) { memo_name_thread(name) }
}
