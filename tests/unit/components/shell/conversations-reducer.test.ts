import { describe, expect, it } from "vitest";
import { conversationsReducer, toListState } from "@/components/shell/conversations/conversations-reducer";
import type { ListEvent, ListState } from "@/components/shell/conversations/conversations-reducer";

const now = 1_000;

describe("the list of conversations", () => {
  it("shows a new conversation at once, first and running", () => {
    const state = play(
      [conversation("a", 10)],
      [
        { type: "changed", change: { id: "b", title: "Tides" }, now },
        { type: "changed", change: { id: "b", isRunning: true }, now },
      ],
    );
    expect(
      state.conversations.map(({ id, title, activeRunId }) => [id, title, activeRunId !== null]),
    ).toEqual([
      ["b", "Tides", true],
      ["a", "a", false],
    ]);
  });

  it("does not invent a conversation of which it knows no title", () => {
    expect(play([], [{ type: "changed", change: { id: "b", isRunning: false }, now }]).conversations).toEqual(
      [],
    );
  });

  it("keeps the title it has when a change names a first one", () => {
    const state = play(
      [conversation("a", 10)],
      [{ type: "changed", change: { id: "a", title: "other" }, now }],
    );
    expect(state.conversations[0]?.title).toBe("a");
  });

  it("takes the server's titles and drops what was deleted elsewhere, but not older pages", () => {
    const state = play(
      [conversation("new", 30), conversation("gone", 25), conversation("old", 5)],
      [
        {
          type: "refreshed",
          page: {
            conversations: [{ ...conversation("new", 30), title: "Better" }, conversation("mid", 20)],
            cursor: "next",
          },
        },
      ],
    );
    expect(state.conversations.map(({ id, title }) => [id, title])).toEqual([
      ["new", "Better"],
      ["mid", "mid"],
      ["old", "old"],
    ]);
  });

  it("drops everything that a whole list does not name", () => {
    const state = play(
      [conversation("a", 30), conversation("b", 5)],
      [{ type: "refreshed", page: { conversations: [conversation("a", 30)], cursor: null } }],
    );
    expect(state.conversations.map(({ id }) => id)).toEqual(["a"]);
    expect(state.cursor).toBeNull();
  });

  it("keeps the place of the pages already loaded when the first is fresh", () => {
    const state = play(
      [conversation("a", 30)],
      [
        { type: "extended", page: { conversations: [conversation("b", 20)], cursor: "third" } },
        { type: "refreshed", page: { conversations: [conversation("a", 30)], cursor: "second" } },
      ],
    );
    expect(state.conversations.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(state.cursor).toBe("third");
  });

  it("takes the first page behind what has happened before it arrived", () => {
    const first = {
      conversations: [conversation("b", 20), conversation("a", 10)],
      pinned: [],
      cursor: "next",
    };
    const state = [
      { type: "changed", change: { id: "new", title: "Tides" }, now } as const,
      { type: "opened", conversation: { ...conversation("b", 20), title: "Newer" } } as const,
      { type: "arrived", first } as const,
    ].reduce<ListState>(conversationsReducer, toListState(null));
    expect(state.conversations.map(({ title }) => title)).toEqual(["Tides", "Newer", "a"]);
    expect(state.cursor).toBe("next");
  });

  it("hides what is being deleted, also from a fresh page, and shows it again when it is undone", () => {
    const hidden = play(
      [conversation("a", 30)],
      [
        { type: "removed", id: "a" },
        { type: "refreshed", page: { conversations: [conversation("a", 30)], cursor: null } },
      ],
    );
    expect(hidden.hidden).toEqual(["a"]);
    expect(conversationsReducer(hidden, { type: "restored", id: "a" })).toMatchObject({
      hidden: [],
      conversations: [{ id: "a" }],
    });
  });
});

function play(conversations: ReturnType<typeof conversation>[], events: ListEvent[]) {
  return events.reduce(conversationsReducer, toListState({ conversations, pinned: [], cursor: "second" }));
}

function conversation(id: string, updatedAt: number) {
  return { id, title: id, createdAt: updatedAt, updatedAt, activeRunId: null };
}
