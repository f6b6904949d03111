import { describe, expect, it } from "vitest";
import { createRefresher } from "@/components/shell/conversations/create-refresher";

function open() {
  const reads: ((page: string) => void)[] = [];
  const shown: string[] = [];
  const read = () => new Promise<string>((resolve) => void reads.push(resolve));
  return { reads, shown, ...createRefresher(read, (page) => void shown.push(page)) };
}

describe("reading the list again", () => {
  it("does not show what was read before a change, and reads once more after it", async () => {
    const { reads, shown, refresh, change } = open();
    const saved = Promise.withResolvers<string>();
    const refreshed = refresh();
    const changed = change(() => saved.promise);
    reads[0]?.("before");
    await refreshed;
    expect(reads).toHaveLength(1);
    saved.resolve("saved");
    expect(await changed).toBe("saved");
    expect(reads).toHaveLength(2);
    reads[1]?.("after");
    await expect.poll(() => shown).toEqual(["after"]);
  });

  it("reads at once again when the change was over before the answer came", async () => {
    const { reads, shown, refresh, change } = open();
    const refreshed = refresh();
    await change(() => Promise.resolve());
    reads[0]?.("before");
    await expect.poll(() => reads.length).toBe(2);
    reads[1]?.("after");
    await refreshed;
    expect(shown).toEqual(["after"]);
  });

  it("waits for a change that fails, too", async () => {
    const { reads, refresh, change } = open();
    const saved = Promise.withResolvers<never>();
    const changed = change(() => saved.promise);
    await refresh();
    expect(reads).toHaveLength(0);
    saved.reject(new Error("away"));
    await expect(changed).rejects.toThrow("away");
    expect(reads).toHaveLength(1);
  });
});
