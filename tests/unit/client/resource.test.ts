import { describe, expect, it } from "vitest";
import type { Answer } from "@/lib/client/request";
import { resource } from "@/lib/client/resource";

type Row = { id: string; text: string };
type Reply = { rows: Row[]; next: string | null };
type Question = { cursor: string | null; signal: AbortSignal; answer: (given: Answer<Reply>) => void };

const toRow = (id: string, text = id): Row => ({ id, text });
const toReply = (ids: string, next: string | null = null): Answer<Reply> => ({
  ok: true,
  value: { rows: [...ids].map((id) => toRow(id)), next },
});
const lost = { ok: false, status: 503, problem: null } as const;

/** A server that answers when the test says so, in any order. */
function open(initial?: Reply) {
  const asked: Question[] = [];
  const load = (cursor: string | null, signal: AbortSignal) =>
    new Promise<Answer<Reply>>((answer) => asked.push({ cursor, signal, answer }));
  const store = resource({
    ...{
      load,
      key: ({ id }: Row) => id,
      page: ({ rows: items, next: cursor }: Reply) => ({ items, cursor }),
    },
    replaces: (one: Row, other: Row) => one.text === other.text,
    ...(initial !== undefined && { initial }),
  });
  const list = () => store.getState();
  const answer = async (place: number, given: Answer<Reply>) => {
    asked[place]?.answer(given);
    await new Promise((done) => setImmediate(done));
  };
  return {
    asked,
    load,
    list,
    answer,
    shown: () =>
      list()
        .items.map(({ id }) => id)
        .join(""),
  };
}

describe("a list that the server gives", () => {
  it("is on its way until the first answer, and asks nothing when the server has sent it with the page", async () => {
    const { asked, load, list, answer, shown } = open();
    list().follow(load);
    expect([list().phase, list().reply]).toEqual(["loading", null]);
    await answer(0, toReply("ab"));
    expect([list().phase, shown()]).toEqual(["ready", "ab"]);
    list().follow(load);
    expect(asked).toHaveLength(1);

    const sent = open({ rows: [toRow("a")], next: "2" });
    sent.list().follow(sent.load);
    expect([sent.asked.length, sent.shown(), sent.list().cursor]).toEqual([0, "a", "2"]);
  });

  it("cancels an older question, and keeps out its answer that arrives late", async () => {
    const { asked, list, answer, shown } = open();
    void list().reload();
    void list().reload();
    await answer(1, toReply("new"));
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer(0, toReply("old"));
    await answer(0, lost);
    expect([list().phase, shown()]).toEqual(["ready", "new"]);
  });

  it("asks another question when it is told of one, and shows the last items until then", async () => {
    const { asked, load, list, answer, shown } = open({ rows: [toRow("a")], next: "2" });
    void list().more();
    const leave = list().follow((cursor, signal) => load(cursor, signal));
    expect([asked[0]?.signal.aborted, asked[1]?.cursor, shown()]).toEqual([true, null, "a"]);
    await answer(1, toReply("x"));
    await answer(0, toReply("b"));
    expect([shown(), list().cursor]).toEqual(["x", null]);
    void list().reload();
    leave();
    await answer(2, toReply("never"));
    expect(shown()).toBe("x");
  });

  it("says why it was not answered, keeps what it has, and asks the same again", async () => {
    const { asked, list, answer, shown } = open({ rows: [toRow("a")], next: "2" });
    void list().more();
    await answer(0, lost);
    expect([list().phase, list().reason, shown()]).toEqual(["failed", lost, "a"]);
    void list().retry();
    expect([asked[1]?.cursor, list().phase, list().reason]).toEqual(["2", "loading", lost]);
    await answer(1, toReply("b"));
    expect([list().phase, list().reason, shown()]).toEqual(["ready", null, "ab"]);

    const first = open();
    void first.list().reload();
    await first.answer(0, lost);
    expect([first.list().phase, first.list().reply]).toEqual(["failed", null]);
    void first.list().retry();
    await first.answer(1, toReply("a"));
    expect(first.shown()).toBe("a");
  });

  it("shows each item once over its pages, and asks for one page at a time", async () => {
    const { asked, list, answer, shown } = open({ rows: [toRow("a"), toRow("b")], next: "2" });
    void list().more();
    void list().more();
    expect(asked).toHaveLength(1);
    await answer(0, toReply("bc"));
    await list().more();
    expect([asked.length, shown()]).toEqual([1, "abc"]);
  });

  it("puts a new item in front, a known one in its place, and one in the place of what it replaces", () => {
    const { list, shown } = open({ rows: [toRow("a"), toRow("b", "same")], next: null });
    list().put(toRow("a", "changed"));
    list().put(toRow("c", "same"));
    expect(shown()).toBe("ca");
    expect(list().items[1]?.text).toBe("changed");
  });

  it("keeps what was put while an answer was on its way, which may not know it yet", async () => {
    const { list, answer, shown } = open({ rows: [toRow("a", "old")], next: null });
    void list().reload();
    list().put(toRow("a", "new"));
    list().put(toRow("b"));
    await answer(0, toReply("a"));
    expect([shown(), list().items[1]?.text]).toEqual(["ba", "new"]);
  });

  it("takes an item off though it is read again, and undoes that in its place", async () => {
    const { list, answer, shown } = open({ rows: [toRow("a"), toRow("b"), toRow("c")], next: null });
    const undo = list().take("b");
    expect(shown()).toBe("ac");
    void list().reload();
    await answer(0, toReply("abc"));
    expect(shown()).toBe("ac");
    undo();
    expect(shown()).toBe("abc");
    list().take("b");
    list().put(toRow("b", "back"));
    expect(shown()).toBe("abc");
  });
});
