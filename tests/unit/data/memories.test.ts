import { createMemoryRecords, maxHistory, type MemoryDocument } from "@/lib/features/memory/records/memories";
import type { EndedFact } from "@/lib/features/memory/shape";
import { openTestStore } from "@/tests/support/open-test-store";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

describe("memory records", () => {
  it("are empty for a person who has none", async () => {
    const records = createMemoryRecords(await openTestStore());
    expect(await records.read("u1")).toEqual({ facts: [], history: [], isOff: false });
  });

  it("keep each person's facts apart", async () => {
    const records = createMemoryRecords(await openTestStore());
    await records.change("u1", (document) => ({
      document: { ...document, facts: [buildFact({ content: "Lives in Lyon" })] },
      result: null,
    }));
    expect((await records.read("u2")).facts).toEqual([]);
    expect((await records.read("u1")).facts.map(({ content }) => content)).toEqual(["Lives in Lyon"]);
  });

  it("lose nothing when two changes come at once", async () => {
    const records = createMemoryRecords(await openTestStore());
    const add = (id: string) =>
      records.change("u1", (document: MemoryDocument) => ({
        document: { ...document, facts: [...document.facts, buildFact({ id })] },
        result: id,
      }));
    await Promise.all([add("f1"), add("f2"), add("f3")]);
    expect((await records.read("u1")).facts.map(({ id }) => id).sort()).toEqual(["f1", "f2", "f3"]);
  });

  it("keep only the newest of a long history", async () => {
    const records = createMemoryRecords(await openTestStore());
    const history = Array.from({ length: maxHistory + 5 }, (_empty, index): EndedFact => ({
      ...buildFact({ id: `f${index}` }),
      endedAt: index,
      why: "expired",
    }));
    await records.change("u1", () => ({ document: { facts: [], history, isOff: false }, result: null }));
    const kept = (await records.read("u1")).history;
    expect([kept.length, kept[0]?.id]).toEqual([maxHistory, "f5"]);
  });

  it("set a broken fact aside, say so, and read the rest", async () => {
    const store = await openTestStore();
    const broken = [{ id: 7, content: "Lives in Lyon" }, "x"];
    const whole = buildFact({ id: "f1", content: "Likes tea" });
    const ended: EndedFact = { ...buildFact({ id: "f2" }), endedAt: 1, why: "expired" };
    await store.set("users/u1/memory/facts", {
      facts: [broken[0], { ...whole }],
      history: [broken[1], { ...ended }],
    } as never);
    const problems: unknown[] = [];
    const records = createMemoryRecords(store, { onUnreadable: (problem) => problems.push(problem) });
    expect(await records.read("u1")).toEqual({ facts: [whole], history: [ended], isOff: false });
    expect(problems).toEqual([{ userId: "u1", facts: 2 }]);
    const add = (id: string) =>
      records.change("u1", (document) => ({
        document: { ...document, facts: [...document.facts, buildFact({ id })] },
        result: null,
      }));
    await add("f3");
    await add("f4");
    expect((await records.read("u1")).facts.map(({ id }) => id)).toEqual(["f1", "f3", "f4"]);
    expect((await store.find("users/u1/memory/facts"))?.data["unreadable"]).toEqual(broken);
    await records.change("u1", (document) => ({
      document: { ...document, facts: [], history: [] },
      result: null,
    }));
    expect((await store.find("users/u1/memory/facts"))?.data).not.toHaveProperty("unreadable");
  });

  it("say clearly when what is stored is broken", async () => {
    const store = await openTestStore();
    await store.set("users/u1/memory/facts", { facts: "none", history: [] });
    await expect(createMemoryRecords(store).read("u1")).rejects.toMatchObject({ code: "store_invalid" });
  });
});
