// What the extension uses of VS Code 1.82's interface (https://code.visualstudio.com/api/references/vscode-api), and no
// more: so that its types are checked where `@types/vscode` is not to be had. Where it is, that counts.

export interface Thenable<T> extends PromiseLike<T> {}
type ProviderResult<T> = T | undefined | null | Thenable<T | undefined | null>;

export class Disposable {
  static from(...disposables: { dispose(): any }[]): Disposable;
  constructor(callOnDispose: () => any);
  dispose(): any;
}
export interface Event<T> { (listener: (event: T) => any): Disposable; }
export class EventEmitter<T> { event: Event<T>; fire(data: T): void; dispose(): void; }
export interface CancellationToken { isCancellationRequested: boolean; onCancellationRequested: Event<any>; }
export class CancellationTokenSource { token: CancellationToken; cancel(): void; dispose(): void; }

export class Uri {
  static file(path: string): Uri;
  static parse(value: string, strict?: boolean): Uri;
  static from(parts: {
    readonly scheme: string; readonly path?: string; readonly query?: string; readonly fragment?: string;
  }): Uri;
  static joinPath(base: Uri, ...segments: string[]): Uri;
  private constructor();
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
  readonly fsPath: string;
  toString(skipEncoding?: boolean): string;
}
export class Position {
  constructor(line: number, character: number);
  readonly line: number;
  readonly character: number;
}
export class Range {
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
  readonly start: Position;
  readonly end: Position;
}
export class Location { constructor(uri: Uri, range: Range | Position); readonly uri: Uri; readonly range: Range; }
export enum EndOfLine { LF = 1, CRLF = 2 }

export interface TextDocument {
  readonly uri: Uri;
  readonly version: number;
  readonly isDirty: boolean;
  readonly isClosed: boolean;
  readonly eol: EndOfLine;
  readonly lineCount: number;
  getText(): string;
  lineAt(line: number): { readonly text: string };
  save(): Thenable<boolean>;
}
export interface TextDocumentContentChangeEvent {
  readonly range: Range;
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}
export interface TextDocumentChangeEvent {
  readonly document: TextDocument;
  readonly contentChanges: readonly TextDocumentContentChangeEvent[];
}
export interface TextDocumentWillSaveEvent {
  readonly document: TextDocument;
  waitUntil(thenable: Thenable<any>): void;
}
export interface TextDocumentContentProvider { provideTextDocumentContent(uri: Uri): ProviderResult<string>; }
export interface TextDocumentShowOptions {
  viewColumn?: ViewColumn; preserveFocus?: boolean; preview?: boolean; selection?: Range;
}
export class Selection extends Range { readonly active: Position; }
export interface TextEditor {
  readonly document: TextDocument; selections: readonly Selection[]; readonly viewColumn: ViewColumn | undefined;
}
export interface TextEditorSelectionChangeEvent {
  readonly textEditor: TextEditor; readonly selections: readonly Selection[];
}
export class WorkspaceEdit { replace(uri: Uri, range: Range, newText: string): void; }
export enum ViewColumn { Active = -1, Beside = -2, One = 1 }

export enum FileType { File = 1, Directory = 2 }
export enum FilePermission { Readonly = 1 }
export enum FileChangeType { Changed = 1, Created = 2, Deleted = 3 }
export interface FileStat { type: FileType; ctime: number; mtime: number; size: number; permissions?: FilePermission; }
export interface FileChangeEvent { readonly type: FileChangeType; readonly uri: Uri; }
export class FileSystemError extends Error {
  static FileNotFound(messageOrUri?: string | Uri): FileSystemError;
  static FileExists(messageOrUri?: string | Uri): FileSystemError;
  static FileIsADirectory(messageOrUri?: string | Uri): FileSystemError;
  static NoPermissions(messageOrUri?: string | Uri): FileSystemError;
  static Unavailable(messageOrUri?: string | Uri): FileSystemError;
  readonly code: string;
}
type Soon<T> = T | Thenable<T>;
export interface FileSystemProvider {
  readonly onDidChangeFile: Event<FileChangeEvent[]>;
  watch(uri: Uri): Disposable;
  stat(uri: Uri): Soon<FileStat>;
  readDirectory(uri: Uri): Soon<[string, FileType][]>;
  createDirectory(uri: Uri): Soon<void>;
  readFile(uri: Uri): Soon<Uint8Array>;
  writeFile(
    uri: Uri, content: Uint8Array, options: { readonly create: boolean; readonly overwrite: boolean }): Soon<void>;
  delete(uri: Uri, options: { readonly recursive: boolean }): Soon<void>;
  rename(oldUri: Uri, newUri: Uri, options: { readonly overwrite: boolean }): Soon<void>;
}

export interface DocumentFilter { readonly scheme?: string; readonly language?: string; }
export type DocumentSelector = DocumentFilter | readonly DocumentFilter[];
export enum CompletionItemKind { Text = 0, Keyword = 13, Reference = 17 }
export class CompletionItem {
  constructor(label: string, kind?: CompletionItemKind);
  detail?: string;
  insertText?: string;
  filterText?: string;
  sortText?: string;
  range?: Range;
}
export class CompletionList { constructor(items?: CompletionItem[], isIncomplete?: boolean); items: CompletionItem[]; }
export interface CompletionItemProvider {
  provideCompletionItems(
    document: TextDocument, position: Position, token: CancellationToken
  ): ProviderResult<CompletionItem[] | CompletionList>;
}
export interface DefinitionProvider {
  provideDefinition(
    document: TextDocument, position: Position, token: CancellationToken): ProviderResult<Location | Location[]>;
}
export class DocumentLink { constructor(range: Range, target?: Uri); range: Range; target?: Uri; tooltip?: string; }
export interface DocumentLinkProvider<T extends DocumentLink = DocumentLink> {
  provideDocumentLinks(document: TextDocument, token: CancellationToken): ProviderResult<T[]>;
  resolveDocumentLink?(link: T, token: CancellationToken): ProviderResult<T>;
}
export class MarkdownString {
  constructor(value?: string, supportThemeIcons?: boolean);
  value: string;
  appendText(value: string): MarkdownString;
}
export class Hover {
  constructor(contents: MarkdownString | MarkdownString[], range?: Range);
  contents: MarkdownString[];
}
export interface HoverProvider {
  provideHover(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<Hover>;
}
export interface ReferenceProvider {
  provideReferences(
    document: TextDocument, position: Position, context: { readonly includeDeclaration: boolean },
    token: CancellationToken): ProviderResult<Location[]>;
}
export enum SymbolKind { File = 0, String = 14 }
export class DocumentSymbol {
  constructor(name: string, detail: string, kind: SymbolKind, range: Range, selectionRange: Range);
  name: string;
  range: Range;
  selectionRange: Range;
  children: DocumentSymbol[];
}
export class SymbolInformation {
  constructor(name: string, kind: SymbolKind, containerName: string, location: Location);
  name: string;
  location: Location;
}
export interface DocumentSymbolProvider {
  provideDocumentSymbols(document: TextDocument, token: CancellationToken): ProviderResult<DocumentSymbol[]>;
}
export interface WorkspaceSymbolProvider {
  provideWorkspaceSymbols(query: string, token: CancellationToken): ProviderResult<SymbolInformation[]>;
}
export interface RenameProvider {
  provideRenameEdits(
    document: TextDocument, position: Position, newName: string, token: CancellationToken
  ): ProviderResult<WorkspaceEdit>;
  prepareRename?(
    document: TextDocument, position: Position, token: CancellationToken
  ): ProviderResult<Range | { range: Range; placeholder: string }>;
}
export enum DiagnosticSeverity { Error = 0, Warning = 1, Information = 2, Hint = 3 }
export class Diagnostic {
  constructor(range: Range, message: string, severity?: DiagnosticSeverity);
  range: Range;
  message: string;
  severity: DiagnosticSeverity;
  source?: string;
  code?: string | number;
}
export interface DiagnosticCollection {
  set(uri: Uri, diagnostics: readonly Diagnostic[] | undefined): void;
  delete(uri: Uri): void;
  dispose(): void;
}
export class CodeActionKind { static readonly QuickFix: CodeActionKind; private constructor(); }
export class CodeAction {
  constructor(title: string, kind?: CodeActionKind);
  title: string;
  edit?: WorkspaceEdit;
  command?: Command;
}
export interface CodeActionProvider {
  provideCodeActions(
    document: TextDocument, range: Range, context: unknown, token: CancellationToken): ProviderResult<CodeAction[]>;
}
export interface UriHandler { handleUri(uri: Uri): ProviderResult<void>; }

export class ThemeIcon { constructor(id: string); readonly id: string; }
export class ThemeColor { constructor(id: string); }
export interface Command { title: string; command: string; arguments?: any[]; }
export enum TreeItemCollapsibleState { None = 0, Collapsed = 1, Expanded = 2 }
export class TreeItem {
  constructor(label: string, collapsibleState?: TreeItemCollapsibleState);
  collapsibleState?: TreeItemCollapsibleState;
  label?: string | object;
  id?: string;
  description?: string | boolean;
  tooltip?: string | object;
  contextValue?: string;
  iconPath?: string | Uri | ThemeIcon | object;
  command?: Command;
}
export interface TreeDataProvider<T> {
  onDidChangeTreeData?: Event<T | T[] | undefined | null | void>;
  getTreeItem(element: T): TreeItem | Thenable<TreeItem>;
  getChildren(element?: T): ProviderResult<T[]>;
  getParent?(element: T): ProviderResult<T>;
}
export interface TreeView<T> extends Disposable {
  message?: string;
  readonly visible: boolean;
  readonly selection: readonly T[];
  readonly onDidChangeVisibility: Event<{ readonly visible: boolean }>;
  reveal(element: T, options?: { select?: boolean; focus?: boolean; expand?: boolean | number }): Thenable<void>;
}
export interface QuickInputButton {
  readonly iconPath: Uri | ThemeIcon | { light: Uri; dark: Uri };
  readonly tooltip?: string;
}
export interface QuickPickItem {
  label: string;
  description?: string;
  detail?: string;
  alwaysShow?: boolean;
  buttons?: readonly QuickInputButton[];
}
export interface QuickPick<T extends QuickPickItem> {
  title: string | undefined;
  placeholder: string | undefined;
  value: string;
  busy: boolean;
  canSelectMany: boolean;
  items: readonly T[];
  selectedItems: readonly T[];
  readonly onDidAccept: Event<void>;
  readonly onDidChangeValue: Event<string>;
  readonly onDidHide: Event<void>;
  readonly onDidTriggerItemButton: Event<{ readonly button: QuickInputButton; readonly item: T }>;
  show(): void;
  hide(): void;
  dispose(): void;
}
export enum StatusBarAlignment { Left = 1, Right = 2 }
export interface StatusBarItem {
  name: string | undefined;
  text: string;
  tooltip: string | object | undefined;
  command: string | Command | undefined;
  backgroundColor: ThemeColor | undefined;
  accessibilityInformation: { readonly label: string; readonly role?: string } | undefined;
  show(): void;
  hide(): void;
  dispose(): void;
}
export interface LogOutputChannel {
  info(message: string, ...args: any[]): void;
  warn(message: string, ...args: any[]): void;
  error(error: string | Error, ...args: any[]): void;
  show(preserveFocus?: boolean): void;
  dispose(): void;
}
export class TabInputText { constructor(uri: Uri); readonly uri: Uri; }
export class TabInputTextDiff {
  constructor(original: Uri, modified: Uri);
  readonly original: Uri;
  readonly modified: Uri;
}
export interface Tab {
  readonly label: string; readonly isPreview: boolean; readonly input: TabInputText | TabInputTextDiff | unknown;
}
export interface TabGroup {
  readonly viewColumn: ViewColumn;
  readonly tabs: readonly Tab[];
  readonly activeTab: Tab | undefined;
}
export interface TabChangeEvent { readonly opened: readonly Tab[]; readonly closed: readonly Tab[]; }

export interface Memento { get<T>(key: string): T | undefined; update(key: string, value: any): Thenable<void>; }
export interface ExtensionContext {
  readonly subscriptions: { dispose(): any }[];
  readonly workspaceState: Memento;
  readonly extensionPath: string;
  readonly extension: { readonly packageJSON: any };
}
export enum ConfigurationTarget { Global = 1 }
export interface WorkspaceConfiguration {
  get<T>(section: string): T | undefined;
  get<T>(section: string, fallback: T): T;
  update(section: string, value: any, target?: ConfigurationTarget | boolean | null): Thenable<void>;
}
export interface ConfigurationChangeEvent { affectsConfiguration(section: string): boolean; }

export namespace l10n { function t(message: string, ...args: (string | number | boolean)[]): string; }
export namespace env {
  const language: string;
  const uriScheme: string;
  const clipboard: { writeText(value: string): Thenable<void> };
  function openExternal(target: Uri): Thenable<boolean>;
}
export namespace commands {
  function executeCommand<T = unknown>(command: string, ...rest: any[]): Thenable<T>;
  function registerCommand(command: string, callback: (...args: any[]) => any): Disposable;
}
export namespace workspace {
  const textDocuments: readonly TextDocument[];
  const workspaceFolders: readonly { readonly uri: Uri }[] | undefined;
  const isTrusted: boolean;
  const onDidChangeWorkspaceFolders: Event<unknown>;
  const onWillSaveTextDocument: Event<TextDocumentWillSaveEvent>;
  const onDidSaveTextDocument: Event<TextDocument>;
  const fs: { writeFile(uri: Uri, content: Uint8Array): Thenable<void> };
  const onDidOpenTextDocument: Event<TextDocument>;
  const onDidCloseTextDocument: Event<TextDocument>;
  const onDidChangeTextDocument: Event<TextDocumentChangeEvent>;
  const onDidChangeConfiguration: Event<ConfigurationChangeEvent>;
  function applyEdit(edit: WorkspaceEdit): Thenable<boolean>;
  function getConfiguration(section?: string, scope?: TextDocument | null): WorkspaceConfiguration;
  function registerFileSystemProvider(
    scheme: string, provider: FileSystemProvider, options?: { readonly isCaseSensitive?: boolean }): Disposable;
  function registerTextDocumentContentProvider(scheme: string, provider: TextDocumentContentProvider): Disposable;
}
export namespace languages {
  function registerCompletionItemProvider(
    selector: DocumentSelector, provider: CompletionItemProvider, ...triggerCharacters: string[]): Disposable;
  function registerDefinitionProvider(selector: DocumentSelector, provider: DefinitionProvider): Disposable;
  function registerDocumentLinkProvider(selector: DocumentSelector, provider: DocumentLinkProvider<any>): Disposable;
  function registerHoverProvider(selector: DocumentSelector, provider: HoverProvider): Disposable;
  function registerReferenceProvider(selector: DocumentSelector, provider: ReferenceProvider): Disposable;
  function registerDocumentSymbolProvider(selector: DocumentSelector, provider: DocumentSymbolProvider): Disposable;
  function registerWorkspaceSymbolProvider(provider: WorkspaceSymbolProvider): Disposable;
  function registerRenameProvider(selector: DocumentSelector, provider: RenameProvider): Disposable;
  function registerCodeActionsProvider(selector: DocumentSelector, provider: CodeActionProvider): Disposable;
  function createDiagnosticCollection(name?: string): DiagnosticCollection;
}
export namespace window {
  function registerUriHandler(handler: UriHandler): Disposable;
  function showInputBox(options?: { prompt?: string; value?: string }): Thenable<string | undefined>;
  const activeTextEditor: TextEditor | undefined;
  const onDidChangeActiveTextEditor: Event<TextEditor | undefined>;
  const onDidChangeTextEditorSelection: Event<TextEditorSelectionChangeEvent>;
  const tabGroups: {
    readonly all: readonly TabGroup[];
    readonly activeTabGroup: TabGroup;
    readonly onDidChangeTabs: Event<TabChangeEvent>;
    close(tab: Tab | readonly Tab[]): Thenable<boolean>;
  };
  function showTextDocument(uri: Uri, options?: TextDocumentShowOptions): Thenable<TextEditor>;
  function showErrorMessage<T extends string>(message: string, ...items: T[]): Thenable<T | undefined>;
  function showInformationMessage<T extends string>(message: string, ...items: T[]): Thenable<T | undefined>;
  function showWarningMessage<T extends string>(message: string, ...items: T[]): Thenable<T | undefined>;
  function showWarningMessage<T extends string>(
    message: string, options: { modal?: boolean; detail?: string }, ...items: T[]): Thenable<T | undefined>;
  function showQuickPick<T extends QuickPickItem>(
    items: readonly T[], options?: { placeHolder?: string; matchOnDescription?: boolean }): Thenable<T | undefined>;
  function showSaveDialog(options?: { defaultUri?: Uri; saveLabel?: string }): Thenable<Uri | undefined>;
  function setStatusBarMessage(text: string, hideAfterTimeout: number): Disposable;
  function createQuickPick<T extends QuickPickItem>(): QuickPick<T>;
  function createOutputChannel(name: string, options: { log: true }): LogOutputChannel;
  function createStatusBarItem(id: string, alignment?: StatusBarAlignment, priority?: number): StatusBarItem;
  function createTreeView<T>(
    id: string, options: { treeDataProvider: TreeDataProvider<T>; canSelectMany?: boolean }): TreeView<T>;
}
