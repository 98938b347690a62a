import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Renaming", .timeLimit(.minutes(10)))
struct RenameTests {
  private static let memos = [
    ("p", "# Plan\n\n## Next\nwords ^b1\n\n#work\n"), ("other", "[[Plan]] [[Plan#Next]] [[Plan#^b1]] #work/x\n"),
  ]

  @Test(
    "begins with what it is called now",
    arguments: [
      ("[[Pl‸an]]", "0:2-6=Plan"), ("[[plan|a l‸abel]]", "0:2-6=Plan"), ("[[Plan#Ne‸xt]]", "0:7-11=Next"),
      ("# He‸re #\n", "0:2-6=Here"), ("x\n## He‸re #a ^b\n", "1:3-7=Here"), ("#wo‸rk", "0:1-5=work"),
      ("[x][la‸b]\n\n[lab]: u", "0:4-7=lab"),
      ("# C‸#\n", "0:2-4=C#"), ("> # I‸n #\n", "0:4-6=In"), ("- # I‸n\n", "0:4-6=In"), ("a‸\nb\n===\n", "0:0-1:1=a b"),
      ("---\ntags: x\ntitle: 'Te‸e'\n---\n# Other\n", "2:8-11=Tee"), ("---\naliases: Te‸e\n---\nbody\n", "1:9-12=Tee"),
      ("---\naliases: [a, 'T‸ee']\n---\n", "1:14-17=Tee"), ("---\nother: Te‸e\n---\nbody\n", nil),
      ("# Pl‸ans #work ^id\n", "0:2-7=Plans"), ("# *He‸re* & x #\n", "0:2-12=*Here* & x"),
      ("# He‸re &amp; `x` ^id\n", "0:2-16=Here &amp; `x`"), ("Pla‸ns #work\n\nx\n", "0:0-5=Plans"),
      ("words ^na‸me\n", "0:7-11=name"), ("---\ntags: [wo‸rk]\n---\n", "1:7-11=work"),
      ("[x](http://a.‸b)", "0:4-14=http://a.b"), ("[x](#no‸ne)", "0:5-9=none"),
      ("[x](http://a.b‸ \"t\")", "0:4-14=http://a.b"),
      ("x\npla‸in", nil), ("[te‸xt](Plan)", nil), ("‸[[Plan#Next]]", "0:7-11=Next"),
      ("[[#Sub]‸]\n\n# Sub", "0:3-6=Sub"),
      ("a\n=‸==\n", nil),
    ])
  func prepare(text: String, name: String?) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    let found = try await workspace.ask("textDocument/prepareRename")
    let told = found["placeholder"]?.string.map { "\(Workspace.range(found["range"]))=\($0)" }
    #expect(told == name, "\(text.debugDescription)")
  }

  @Test(
    "of a memo's title, heading, block or tag changes all memos at once, open or not",
    arguments: [
      ("[[Pl‸an]]", "New", "p", "# New\n\n## Next\nwords ^b1\n\n#work\n"),
      ("[[Pl‸an]]", "New", "other", "[[New]] [[New#Next]] [[New#^b1]] #work/x\n"),
      ("[[Plan#Ne‸xt]]", "Later", "other", "[[Plan]] [[Plan#Later]] [[Plan#^b1]] #work/x\n"),
      (
        "# Days\n## O‸ne ^o\n### 1:2\n## Two\n### 1:2\n[[#One#1 2]] [x](#two#1:2)", "A", "here",
        "# Days\n## A ^o\n### 1:2\n## Two\n### 1:2\n[[#A#1 2]] [x](#two#1:2)"
      ),
      ("[[Plan#^b‸1]]", "b2", "p", "# Plan\n\n## Next\nwords ^b2\n\n#work\n"),
      ("[[Plan#^b‸1]]", "^b2", "other", "[[Plan]] [[Plan#Next]] [[Plan#^b2]] #work/x\n"),
      ("[x](Pl‸an)", "./New%20plan.md", "p", "# New plan\n\n## Next\nwords ^b1\n\n#work\n"),
      ("#wo‸rk", "#job", "other", "[[Plan]] [[Plan#Next]] [[Plan#^b1]] #job/x\n"),
      ("[[Plan#^b‸1]] [z](Plan#^b1) [z](Plan#%5Eb1)", "b2", "here", "[[Plan#^b2]] [z](Plan#^b2) [z](Plan#%5Eb2)"),
    ])
  func memos(text: String, name: String, id: String, after: String) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    let edit = try await workspace.ask("textDocument/rename", #""newName":"\#(name)""#)
    #expect(edit["documentChanges"]?.elements.isEmpty == false)
    let stored = try await workspace.stored(id)
    #expect(stored == after)
  }

  @Test(
    "of a title with marks in it changes the links by it, too",
    arguments: [
      ("# *Pl‸an* now\n", "[[*Plan* now]] [x](plan-now)", "# New\n", "[[New]] [x](new)"),
      ("# ~~Pl‸an~~ now\n", "[[~~Plan~~ now]]", "# New\n", "[[New]]"),
      ("# `Pl‸an` now\n", "[x](plan-now)", "# New\n", "[x](new)"),
      ("# Pl‸an <b>x</b>\n", "[[Plan <b>x</b>]]", "# New\n", "[[New]]"),
      ("# Pl‸an &amp; B\n", "[[Plan &amp; B]]", "# New\n", "[[New]]"),
      ("# Pl‸an \\* B\n", "[[Plan \\* B]]", "# New\n", "[[New]]"),
      ("# Pl‸an ^id\n", "[x](plan-id) [[t#^id]]", "# New ^id\n", "[x](new-id) [[t#^id]]"),
    ])
  func marked(text: String, links: String, after: String, linksAfter: String) async throws {
    for (id, stored) in [("t", after), ("o", "\(linksAfter)\n")] {
      let workspace = try await Workspace(memos: [("t", text), ("o", "\(links)\n")])
      _ = try await workspace.ask("textDocument/rename", #""newName":"New""#)
      #expect(try await workspace.stored(id) == stored, "\(text)")
    }
  }

  @Test(
    "of a title that holds a link or a tag is refused with that reason",
    arguments: ["[x](http://y)", "[[Other]]", "#tag x"])
  func linkInTitle(link: String) async throws {
    let workspace = try await Workspace(memos: [("t", "# Pl‸an \(link)\n")])
    let error = try await workspace.refusal("textDocument/rename", #""newName":"New""#)
    #expect(error["message"]?.string?.contains("more than a title") == true, "\(error.json)")
  }

  private static let aliases = [
    ("q", "---\naliases: [Also, 'More']\n---\n# Quest\n[[also]]\n"),
    ("o", "[[also|x]] [[Quest]] [[More]] [x](Also)\n"),
  ]

  @Test(
    "of a link by an alias is the alias's, in the front matter and in the links by it alone",
    arguments: [
      ("[[Al‸so]]", "Also", "Too b", "Too b", "[[Too b|x]] [[Quest]] [[More]] [x](Too%20b)\n"),
      ("[[al‸so|y]]", "Also", "ALSO", "ALSO", "[[also|x]] [[Quest]] [[More]] [x](Also)\n"),
      ("[[Que‸st]]", "Quest", "Other", "Also", "[[also|x]] [[Other]] [[More]] [x](Also)\n"),
    ])
  func alias(text: String, old: String, name: String, alias: String, other: String) async throws {
    for (id, after) in [("q", "aliases: [\(alias), 'More']\n"), ("o", other)] {
      let workspace = try await Workspace(memos: Self.aliases + [("here", text)])
      #expect(try await workspace.ask("textDocument/prepareRename")["placeholder"]?.string == old)
      _ = try await workspace.ask("textDocument/rename", #""newName":"\#(name)""#)
      let stored = try await workspace.stored(id)
      #expect(stored.contains(after), "\(stored)")
    }
  }

  @Test("of an alias is the same where that stands in the front matter")
  func aliasInHeader() async throws {
    let quest = Self.aliases[0].1.replacing("Also", with: "Al‸so")
    for (id, after) in [
      ("q", quest.replacing("Al‸so", with: "Too b").replacing("also", with: "Too b")),
      ("o", "[[Too b|x]] [[Quest]] [[More]] [x](Too%20b)\n"),
    ] {
      let workspace = try await Workspace(memos: [("q", quest), Self.aliases[1]])
      _ = try await workspace.ask("textDocument/rename", #""newName":"Too b""#)
      #expect(try await workspace.stored(id) == after)
    }
  }

  @Test("of a link by an alias is refused where another memo is called so", arguments: ["Taken", "a]b", ""])
  func aliasRefused(name: String) async throws {
    let workspace = try await Workspace(memos: Self.aliases + [("t", "# Taken\n"), ("here", "[[Al‸so]]")])
    let error = try await workspace.refusal("textDocument/rename", #""newName":"\#(name)""#)
    #expect(error["code"]?.integer == -32803)
    #expect(try await workspace.stored("q") == Self.aliases[0].1)
  }

  @Test("answers the edits of open memos to a client that makes none that it is asked for", arguments: [true, false])
  func unasked(isApplied: Bool) async throws {
    let able = #"{"workspace":{"workspaceEdit":{"documentChanges":true}}}"#
    let session = try await MemoSession(able, holding: [("p", "# Plan\n"), ("o", "[[Plan]]\n"), ("c", "[[plan]]\n")])
    try await session.open("p", "# Plan\n")
    try await session.open("o", "[[Plan]]\n")
    let place = #""position":{"line":0,"character":3},"newName":"New""#
    let edit = try await session.client.request(
      "textDocument/rename", EditorSession.document(MemoSession.uri("o"), place))
    let changed = (edit["documentChanges"]?.elements ?? []).map { $0["textDocument"]?["uri"]?.string ?? "" }
    #expect(changed == [MemoSession.uri("p"), MemoSession.uri("o")])
    #expect(Workspace.edits(edit) == "Any.md:0:2-6=New Any.md:0:2-6=New")
    session.editor.change(MemoSession.uri("o"), #"{"text":"\#(isApplied ? "[[New]]" : "[[Plan]]")\nx\n"}"#)
    #expect(try await session.finish("o") == "[[New]]\nx\n")
    #expect(try await session.text("p") == "# New\n")
    #expect(try await session.text("c") == "[[New]]\n")
  }

  @Test("is asked for of a client that has typed rather than made the answer's edits", arguments: [true, false])
  func renamedAndTyped(isSaved: Bool) async throws {
    let session = try await MemoSession(holding: [("a", "# A\n\nwords\n")])
    let uri = MemoSession.uri("a")
    try await session.open("a", "# A\n\nwords\n")
    let place = #""position":{"line":0,"character":2},"newName":"C""#
    _ = try await session.client.request("textDocument/rename", EditorSession.document(uri, place))
    session.editor.change(uri, ##"{"text":"# A\n\nwords\ntyped\n"}"##)
    if isSaved { session.client.send(notification("textDocument/didSave", EditorSession.document(uri))) }
    let asked = try await session.asked()
    #expect(asked.version == 2)
    #expect(asked.edits.map { "\(Workspace.range($0["range"]))=\($0["newText"]?.string ?? "?")" } == ["0:2-3=C"])
    session.answer(asked.id, isApplied: false)
    #expect(try await session.finish("a") == "# C\n\nwords\ntyped\n")
  }

  @Test("answers the edits again that such a client has not made of the last answer")
  func unmade() async throws {
    let able = #"{"workspace":{"workspaceEdit":{"documentChanges":true}}}"#
    let session = try await MemoSession(able, holding: [("p", "# Plan\n"), ("o", "[[Plan]]\n")])
    try await session.open("p", "# Plan\n")
    try await session.open("o", "[[Plan]]\n")
    let params = EditorSession.document(
      MemoSession.uri("p"), #""position":{"line":0,"character":3},"newName":"New""#)
    _ = try await session.client.request("textDocument/rename", params)
    session.editor.change(MemoSession.uri("p"), ##"{"text":"# Plan\ntyped\n"}"##)
    let edit = try await session.client.request("textDocument/rename", params.replacing("New", with: "Newer"))
    #expect(Workspace.edits(edit) == "Any.md:0:2-6=Newer Any.md:0:2-6=Newer")
    #expect(try await session.finish("p") == "# Newer\ntyped\n")
  }

  @Test(
    "is refused with a reason",
    arguments: [
      ("[[Pl‸an]]", "a]b"), ("[[Pl‸an]]", "Taken"), ("x\npla‸in", "y"), ("[x][la‸b]\n\n[lab]: u", "a]"),
      ("#wo‸rk", "two words"), ("[[Plan#^b‸1]]", "two words"),
      ("[x](Pl‸an)", "sub/New.md"), ("[x][la‸b] [b]\n\n[lab]: u\n\n[b]: v", "B"),
      ("a[^‸1] b[^2]\n\n[^1]: n\n\n[^2]: m", "2"), ("a[^‸1] b[^2]\n\n[^1]: n\n\n[^2]: m", "^2"),
    ])
  func refused(text: String, name: String) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("t", "# Taken\n"), ("here", text)])
    let error = try await workspace.refusal("textDocument/rename", #""newName":"\#(name)""#)
    #expect(error["code"]?.integer == -32803)
    #expect(error["message"]?.string?.isEmpty == false)
  }

  @Test("of a file's block is refused where another one is called so, but for how it is written")
  func blockTaken() async throws {
    let text = "a ^on‸e\n\nb ^two\n"
    let refused = try await Workspace(files: [("here.md", text)])
    let error = try await refused.refusal("textDocument/rename", #""newName":"Two""#)
    #expect(error["message"]?.string == "another block of the note is called Two")
    let workspace = try await Workspace(files: [("here.md", text)])
    let edit = try await workspace.ask("textDocument/rename", #""newName":"One""#)
    #expect(Workspace.edits(edit) == "here.md:0:3-6=One")
  }

  @Test("of a file at a link by its name is refused where the editor can't rename files, with that reason")
  func fileKept() async throws {
    let workspace = try await Workspace(files: [("Plan.md", "words\n"), ("here.md", "[[Pl‸an]]\n")])
    let error = try await workspace.refusal("textDocument/rename", #""newName":"New""#)
    #expect(error["message"]?.string?.contains("the editor can't rename files") == true, "\(error.json)")
  }

  @Test(
    "of a file is refused where another has the name, in whatever letters, or where it can be none",
    arguments: ["Other", "OTHER", "oth\u{65}r.md", #"a\nb"#, "  ", ""])
  func fileTaken(name: String) async throws {
    let files = [("Plan.md", "words\n"), ("other.md", "words\n"), ("here.md", "[[Pl‸an]]\n")]
    let workspace = try await Workspace(files: files, FolderSession.able)
    let error = try await workspace.refusal("textDocument/rename", #""newName":"\#(name)""#)
    #expect(error["code"]?.integer == -32803)
    let edit = try await workspace.ask("textDocument/rename", #""newName":"plan""#)
    #expect(Workspace.edits(edit) == "Plan.md→plan.md here.md:0:2-6=plan")
  }

  @Test("of a file that has a title line is that line's where the editor can't rename files: file and links stay")
  func titleLine() async throws {
    let workspace = try await Workspace(files: [("Plan.md", "# Plan B\n"), ("here.md", "[[Pl‸an]] [x](Plan.md)\n")])
    let name = try await workspace.ask("textDocument/prepareRename")
    #expect(name["placeholder"]?.string == "Plan B" && Workspace.range(name["range"]) == "0:2-6")
    let edit = try await workspace.ask("textDocument/rename", #""newName":"New""#)
    #expect(Workspace.edits(edit) == "Plan.md:0:2-8=New")
  }

  @Test(
    "at the brackets of a wiki link is of the last part that it leads to",
    arguments: [
      ("‸[[Plan]]", "Plan.md→New.md here.md:0:2-6=New"), ("[[Plan]‸]", "Plan.md→New.md here.md:0:2-6=New"),
      ("[‸[Plan#Part]]", "Plan.md:2:3-7=New here.md:0:7-11=New"), ("![[Plan|x]]‸", "Plan.md→New.md here.md:0:3-7=New"),
    ])
  func brackets(text: String, edits: String) async throws {
    let files = [("Plan.md", "# Plan\n\n## Part\n"), ("here.md", text)]
    let workspace = try await Workspace(files: files, FolderSession.able)
    let edit = try await workspace.ask("textDocument/rename", #""newName":"New""#)
    #expect(Workspace.edits(edit) == edits)
    let name = try await workspace.ask("textDocument/prepareRename")
    #expect(name["placeholder"]?.string == (text.contains("#") ? "Part" : "Plan"))
  }

  @Test("of a file's tag is refused where the new name would be none", arguments: ["a b", "12", "#", "a,b"])
  func tagRefused(name: String) async throws {
    let workspace = try await Workspace(files: [("here.md", "#t‸ag\n")])
    let error = try await workspace.refusal("textDocument/rename", #""newName":"\#(name)""#)
    #expect(error["code"]?.integer == -32803)
  }

  @Test(
    "of what is the client's to change is an edit",
    arguments: [
      ("[x][la‸b] [lab]\n\n[lab]: u", "new", "here.md:0:4-7=new here.md:0:10-13=new here.md:2:1-4=new"),
      ("a[^‸1]\n\n[^1]: n", "2", "here.md:0:2-4=^2 here.md:2:1-3=^2"),
      (
        "# Ol‸d one\n[x](#old-one) [[#Old one]]", "New one",
        "here.md:0:2-9=New one here.md:1:5-12=new-one here.md:1:17-24=New one"
      ),
      (
        "# Roof‸\n[x](#roof) [y](#Roof) [[#roof]]", "Roof & all",
        "here.md:0:2-6=Roof & all here.md:1:5-9=roof--all here.md:1:16-20=Roof%20&%20all here.md:1:25-29=Roof & all"
      ),
      (
        "# A ‸& b\n[x](#a--b) [[#a--b]]", "New one",
        "here.md:0:2-7=New one here.md:1:5-9=new-one here.md:1:14-18=new-one"
      ),
      (
        "# A ‸b\n## 1:2\n## c\n[x](#a%20b#1%202) [[#a b#1 2]] [[#1 2]] [[#c]]", "N & o",
        "here.md:0:2-5=N & o here.md:3:5-16=N%20&%20o#1%202 here.md:3:21-28=N & o#1 2"
      ),
      (
        "# A\n## 1:‸2\n[x](#a#1%202) [[#A#1 2]] [[#1 2]]", "New: 3",
        "here.md:1:3-6=New: 3 here.md:2:5-12=a#New:%203 here.md:2:17-22=A#New: 3 here.md:2:28-31=New: 3"
      ),
      ("# Ol‸d ^b\n[[#Old]] [[old]]", "New", "here.md:0:2-5=New here.md:1:3-6=New"),
      ("## To‸p [#](#top-)\n[x](#top-)", "New", nil), ("## To‸p #a ^b", "New", "here.md:0:3-6=New"),
      (
        "# T\n## Fo‸o\n## Foo\n## Foo\n[x](#foo) [y](#foo-1) [z](#foo-2) [[#foo-1]]", "Bar",
        "here.md:1:3-6=Bar here.md:4:5-8=bar here.md:4:15-20=foo here.md:4:27-32=foo-1 here.md:4:37-42=foo"
      ),
      (
        "# A‸\n## X\n[x](#x) [[#X]] [a](#a)", "X",
        "here.md:0:2-3=X here.md:2:5-6=x-1 here.md:2:11-12=x-1 here.md:2:20-21=x"
      ),
      ("# X\n## Y‸\n[[#Y]]", "X", "here.md:1:3-4=X here.md:2:3-4=x-1"),
      ("# H‸\n[b](#H) [[#H]]", "J (k", "here.md:0:2-3=J (k here.md:1:5-6=J%20%28k here.md:1:11-12=J (k"),
      ("# C‸#\n[[#C#]]", "Rust", "here.md:0:2-4=Rust here.md:1:3-5=Rust"), ("> # I‸n", "New", "here.md:0:4-6=New"),
      ("- # I‸n", "New", "here.md:0:4-6=New"),
      ("# Own‸\n[[Own]] [[here]] [[own|x]]", "New", "here.md:0:2-5=New here.md:1:2-5=New here.md:1:19-22=New"),
      ("# Own\n[[Ow‸n]]", "New", "here.md:0:2-5=New here.md:1:2-5=New"),
      ("# *Own‸*\n[[*Own*]]", "New", "here.md:0:2-7=New here.md:1:2-7=New"),
      ("# *Own*\n[[*Ow‸n*]]", "New", "here.md:0:2-7=New here.md:1:2-7=New"),
      ("---\ntitle: Own\n---\n# Own‸\n[[Own]]", "New", "here.md:3:2-5=New"),
      ("a‸\nb\n===", "New", "here.md:0:0-1:1=New"),
      (
        "---\naliases: Other b\n---\n# Here\n[[Oth‸er b]] [[here]] [[other B|x]]", "New",
        "here.md:0:0-3:0=---\naliases: New\n---\n here.md:4:2-9=New here.md:4:23-30=New"
      ),
      (
        "---\naliases: Oth‸er b\n---\n# Here\n[[Other b]] [[here]]", "New",
        "here.md:0:0-3:0=---\naliases: New\n---\n here.md:4:2-9=New"
      ), ("w ^b‸\n\n[[#^b]] [x](#%5Eb)", "c", "here.md:0:3-4=c here.md:2:4-5=c here.md:2:16-17=c"),
      ("[[#^no‸ne]]", "^some", "here.md:0:4-8=some"),
      ("[x][r]\n[y](/no#p‸art)\n\n[r]: /no#part", "A b", "here.md:1:8-12=a-b here.md:3:9-13=a-b"),
      ("[x](no.pdf#‸page)", "p", nil),
      ("#t‸ag", "other", "b.md:2:0-4=#other here.md:0:0-4=#other"),
      (
        "---\ntags: [t‸ag, x]\n---\n#tag", "other",
        "b.md:2:0-4=#other here.md:0:0-3:0=---\ntags: [other, x]\n---\n here.md:3:0-4=#other"
      ),
    ])
  func files(text: String, name: String, edits: String?) async throws {
    let workspace = try await Workspace(files: [("b.md", "# B\n[x](here.md)\n#tag\n"), ("here.md", text)])
    if edits == nil {
      _ = try await workspace.refusal("textDocument/rename", #""newName":"\#(name)""#)
      return
    }
    let edit = try await workspace.ask("textDocument/rename", #""newName":"\#(name)""#)
    #expect(Workspace.edits(edit) == edits)
  }
}
