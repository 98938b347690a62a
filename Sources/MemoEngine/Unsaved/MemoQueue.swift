import MemoModel

/// Memos of which the one with the smallest measure comes first: a binary heap that knows the place of each.
struct MemoQueue<Measure: Comparable> {
  private var heap: [(measure: Measure, id: MemoID)] = []
  private var places: [MemoID: Int] = [:]

  var isEmpty: Bool { heap.isEmpty }

  /// The memo that comes first; nil if there is none.
  var first: (measure: Measure, id: MemoID)? { heap.first }

  /// Sets a memo's measure; nil takes it out.
  mutating func set(_ measure: Measure?, of id: MemoID) {
    guard let measure else { return remove(id) }
    if let place = places[id] {
      heap[place].measure = measure
      settle(place)
    } else {
      heap.append((measure, id))
      places[id] = heap.count - 1
      rise(heap.count - 1)
    }
  }

  private mutating func remove(_ id: MemoID) {
    guard let place = places.removeValue(forKey: id) else { return }
    let last = heap.removeLast()
    guard place < heap.count else { return }
    heap[place] = last
    places[last.id] = place
    settle(place)
  }

  /// Moves an element whose measure has changed to where it belongs.
  private mutating func settle(_ place: Int) {
    rise(place)
    sink(place)
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[place].measure < heap[(place - 1) / 2].measure {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      let (left, right) = (2 * place + 1, 2 * place + 2)
      guard left < heap.count else { return }
      let least = right < heap.count && heap[right].measure < heap[left].measure ? right : left
      guard heap[least].measure < heap[place].measure else { return }
      swap(place, least)
      place = least
    }
  }

  private mutating func swap(_ first: Int, _ second: Int) {
    heap.swapAt(first, second)
    places[heap[first].id] = first
    places[heap[second].id] = second
  }
}
