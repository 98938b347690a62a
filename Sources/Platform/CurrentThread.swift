/// The calling thread.
package enum CurrentThread {
  /// A number that no other living thread has.
  package static var id: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
