package import JSON
import MemoEngine
import MemoModel
import MemoProtocol
package import MemoSync

/// Lists the devices of the account.
struct SyncDevices: Sendable {
  func run(_ store: SyncedStore) async throws(CommandError) {
    let (devices, remark) = try await store.withHub { hub, _ in (try await hub.devices(), hub.remark()) }
    let environment = store.environment
    if let remark { environment.complain(remark + "\n") }
    if store.asJSON { return environment.print(json: devices) }
    var table = Table([Table.Column(paint: .cyan), Table.Column(), Table.Column(), Table.Column()])
    let names = Dictionary(devices.map { ($0.name, 1) }, uniquingKeysWith: +)
    for device in devices {
      let seen = device.seenAt.map { LocalDate.text(Timestamp(millisecondsSince1970: $0)) }
      let state = device.isRevoked ? "shut out" : device.isThis ? "this one" : ""
      table.add([
        device.name, seen.map { "last seen \($0)" } ?? "never seen", state, names[device.name] == 1 ? "" : device.id,
      ])
    }
    environment.print(table.lines(for: environment.terminal))
  }
}

extension AccountDevice: JSONObjectWritable {
  /// Writes the device as one object.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("name", name)
    writer.member("isThis", isThis)
    writer.member("seenAt", seenAt.map { Timestamp(millisecondsSince1970: $0).description })
    writer.member("takenIn", acknowledged)
    writer.member("isRevoked", isRevoked)
  }
}
