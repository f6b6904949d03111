import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { describeStore } from "./contract";

describeStore("embedded", () => openEmbeddedStore({ dataDir: makeTemporaryFolder() }));

describe("the embedded store's files", () => {
  it.each(["sextant.db", "sextant.db-wal", "sextant.db-shm"])("are readable by their owner only: %s", async (name) => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir });
    await store.set("users/u1", { name: "Ada" });
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    await store.close();
  });
});
