"use strict";

const { EventEmitter, TabInputText, TabInputTextDiff } = require("./values");

/** The groups of tabs: which tab shows what, and which one is active in each. */
class Tabs {
  constructor() {
    this.groups = [{ viewColumn: 1, tabs: [], activeTab: undefined }];
    this.activeGroup = this.groups[0];
    this.changed = new EventEmitter();
  }

  get all() {
    return this.groups.flatMap(({ tabs }) => tabs);
  }

  with(uri) {
    return this.all.filter(({ input }) => same(input.uri, uri) || same(input.modified, uri));
  }

  /** Beside is the group to the right, which is made if there is none. */
  groupAt(viewColumn) {
    if (viewColumn === undefined || viewColumn === -1) return this.activeGroup;
    const column = viewColumn === -2 ? this.activeGroup.viewColumn + 1 : viewColumn;
    const found = this.groups.find((group) => group.viewColumn === column);
    if (found) return found;
    const made = { viewColumn: this.groups.length + 1, tabs: [], activeTab: undefined };
    this.groups.push(made);
    return made;
  }

  /** A tab is looked for in that group only. A preview gives way to the next one. The name given last is shown. */
  open(input, { viewColumn, preview = true, pinned = !preview, background = false } = {}, label) {
    const group = this.groupAt(viewColumn);
    let tab = group.tabs.find((each) => matches(each.input, input));
    if (!tab) {
      const known = this.all.find((each) => matches(each.input, input))?.label;
      tab = { input, label: known ?? input.uri?.path.split("/").at(-1), isPreview: !pinned, group };
      group.tabs = [...group.tabs.filter((each) => !each.isPreview || each.isDirty?.()), tab];
    }
    if (pinned) tab.isPreview = false;
    // VS Code keeps one input for a file, whichever tabs show it.
    if (label) this.all.filter((each) => matches(each.input, input)).forEach((each) => (each.label = label));
    // In the background, a preview gives way to another one all the same.
    if (!background || !group.activeTab || (!pinned && group.activeTab.isPreview)) group.activeTab = tab;
    if (!background) this.activeGroup = group;
    this.changed.fire({ opened: [], closed: [], changed: [] });
    return tab;
  }

  close(tabs) {
    for (const group of this.groups) {
      group.tabs = group.tabs.filter((tab) => !tabs.includes(tab));
      if (tabs.includes(group.activeTab)) group.activeTab = group.tabs.at(-1);
    }
    this.changed.fire({ opened: [], closed: tabs, changed: [] });
  }
}

const same = (one, other) => one !== undefined && other !== undefined && one.toString() === other.toString();
const matches = (one, other) => one.constructor === other.constructor &&
  (one instanceof TabInputText ? same(one.uri, other.uri)
    : one instanceof TabInputTextDiff && same(one.original, other.original) && same(one.modified, other.modified));

module.exports = { Tabs };
