import Module from "node:module";
import { afterAll, expect } from "vitest";

const shared: { sextantRequire?: NodeModule["require"] } = globalThis as object;
const kept = (shared.sextantRequire ??= Module.prototype.require);

/**
 * The files of a worker share what it has loaded. A file that replaces `require`, as Next's own programs do,
 * fails itself instead of those that come after it.
 */
function watchRequire(): void {
  afterAll(() => {
    const left = Module.prototype.require;
    Module.prototype.require = kept;
    expect(left, "This file replaced Node's require: run what does so in its own process.").toBe(kept);
  });
}

watchRequire();
