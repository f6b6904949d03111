import { describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { startChild } from "./start-child";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

describe("the lock of a data folder", () => {
  it("refuses a folder that another process uses, and names both", async () => {
    const dataDir = makeTemporaryFolder();
    const child = startChild("hold", dataDir);
    expect(await child.waitForLines(1)).toEqual(["open"]);
    const opening = openEmbeddedStore({ dataDir });
    await expect(opening).rejects.toMatchObject({
      code: "store_invalid",
      message: expect.stringContaining(`process ${child.pid}.`),
    });
    await expect(opening).rejects.toThrow(dataDir);
  });

  it("is free again when that process was killed", async () => {
    const dataDir = makeTemporaryFolder();
    const child = startChild("hold", dataDir);
    await child.waitForLines(1);
    await child.kill();
    const store = await openEmbeddedStore({ dataDir });
    await store.check();
    await store.close();
  });

  it("refuses a second opening in the same process, and leaves the first one working", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir });
    await expect(openEmbeddedStore({ dataDir })).rejects.toMatchObject({ code: "store_invalid" });
    await expect(openEmbeddedStore({ dataDir })).rejects.toThrow("this process already");
    await store.set("users/u1", {});
    await store.close();
  });

  it("still refuses another process after a second opening in this one failed", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir });
    await expect(openEmbeddedStore({ dataDir })).rejects.toMatchObject({ code: "store_invalid" });
    const [answer] = await startChild("tryToOpen", dataDir).waitForEnd();
    expect(answer).toContain(`store_invalid: ${dataDir} is in use by process ${process.pid}.`);
    await store.close();
  });

  it("is free after closing", async () => {
    const dataDir = makeTemporaryFolder();
    await (await openEmbeddedStore({ dataDir })).close();
    await (await openEmbeddedStore({ dataDir })).close();
  });
});
