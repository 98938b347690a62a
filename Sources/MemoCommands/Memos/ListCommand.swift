/// `memo-ls list`: lists memos.
struct ListCommand: Command {
  private static let trash = Option("--trash", nil, nil, "the memos in the trash, as memo-ls trash")
  static let usage = CommandUsage(
    "list", "show which memos there are",
    options: Option.place + [trash] + PrintedList.options,
    details: [
      "A memo's line has its id, when it was changed last (in the trash: when it was deleted), a sign if it is "
        + "pinned, one if it is a text that could not be merged, and one for its weather, its title and its tags."
    ] + PrintedList.details,
    success: "the memos were shown, though there may be none", failure: "the store can't be read")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    try await PrintedList(arguments, trashed: arguments.has(Self.trash)).print(in: environment)
    return 0
  }
}
