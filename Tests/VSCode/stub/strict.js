"use strict";

/** Members that nobody asks for by name: promises, printing, comparing. */
const UNSPOKEN = new Set(["then", "toJSON", "constructor", "inspect", "nodeType", "asymmetricMatch"]);

/** An object that throws on every member it does not have: a misspelt or imagined one is found at once. */
function strict(name, members) {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === "symbol" || UNSPOKEN.has(key) || key in target) return Reflect.get(target, key, receiver);
      throw new Error(`the vscode stub has no ${name}.${key}`);
    },
    set(target, key, value, receiver) {
      if (!(key in target)) throw new Error(`the vscode stub has no ${name}.${String(key)} to set`);
      return Reflect.set(target, key, value, receiver);
    },
  });
}

module.exports = { strict };
