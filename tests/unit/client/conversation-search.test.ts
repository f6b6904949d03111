import { describe, expect, it, onTestFinished } from "vitest";
import {
  createConversationSearch,
  type ConversationSearch,
} from "@/components/shell/conversations/use-search";
import type { SearchReply } from "@/lib/protocol/conversations";
import { openChatServer, sendProblem } from "./chat-server";

type Handler = Parameters<typeof openChatServer>[0][string][number];

const toReply = (ids: string[], change: Partial<SearchReply> = {}): SearchReply => ({
  conversations: ids.map((id) => ({
    id,
    title: id,
    createdAt: 1,
    updatedAt: 1,
    activeRunId: null,
    titleMarks: [],
    snippet: null,
  })),
  cursor: null,
  isCollecting: false,
  ...change,
});
const send =
  (reply: SearchReply): Handler =>
  (_request, response) =>
    void response.end(JSON.stringify(reply));
const address = (q: string, more = "") => `GET /api/conversations?q=${q}&limit=20${more}`;

async function open(
  routes: Record<string, Handler[]>,
  wait: (ms: number) => Promise<void> = () => Promise.resolve(),
) {
  const server = await openChatServer(routes);
  onTestFinished(server.close);
  const search = createConversationSearch({ origin: server.origin, wait });
  onTestFinished(search.close);
  const ids = () => search.getState().found.map(({ id }) => id);
  return { server, search, ids };
}

/** Resolves when the search says so. */
function until(search: ConversationSearch, isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isThere()) return;
      leave();
      resolve();
    };
    const leave = search.subscribe(look);
    look();
  });
}
const untilShown = (search: ConversationSearch) => until(search, () => !search.getState().isLoading);

describe("a conversation search", () => {
  it("asks for the beginning of what is longer than the server takes", async () => {
    const { search, ids } = await open({ [address("b".repeat(200))]: [send(toReply(["c1"]))] });
    search.ask("b".repeat(300));
    await untilShown(search);
    expect([search.getState().problem, ids()]).toEqual([null, ["c1"]]);
  });

  it("asks once for what was typed when there is a pause, and not for what was typed on the way", async () => {
    const pauses: (() => void)[] = [];
    const { server, search, ids } = await open(
      { [address("buoy")]: [send(toReply(["c1"]))] },
      () => new Promise((resolve) => pauses.push(resolve)),
    );
    for (const text of ["b", "bu", "buoy", " buoy "]) search.ask(text);
    for (const end of pauses) end();
    await untilShown(search);
    expect([server.asked, ids(), pauses.length]).toEqual([[address("buoy")], ["c1"], 3]);
  });

  it("shows the newest search, whichever is answered last, and keeps what was found until then", async () => {
    let answerLate: (() => void) | undefined;
    const asked = Promise.withResolvers<void>();
    const late: Handler = (_request, response) => {
      answerLate = () => void response.end(JSON.stringify(toReply(["late"])));
      asked.resolve();
    };
    const { search, ids } = await open({
      [address("one")]: [send(toReply(["c1"]))],
      [address("two")]: [late],
      [address("three")]: [send(toReply(["c3"]))],
    });
    search.ask("one");
    await untilShown(search);
    search.ask("two");
    await asked.promise;
    expect([ids(), search.getState().isLoading]).toEqual([["c1"], true]);
    search.ask("three");
    await untilShown(search);
    answerLate?.();
    search.repeat();
    await untilShown(search);
    expect(ids()).toEqual(["c3"]);
  });

  it("ends at once when the field is emptied", async () => {
    const { search, ids } = await open({ [address("one")]: [send(toReply(["c1"]))] });
    search.ask("one");
    await untilShown(search);
    search.ask("  ");
    expect([search.getState().query, ids(), search.getState().isLoading]).toEqual(["", [], false]);
  });

  it("adds a page behind the first one, each conversation once", async () => {
    const { search, ids } = await open({
      [address("one")]: [send(toReply(["c1", "c2"], { cursor: "17" }))],
      [address("one", "&cursor=17")]: [send(toReply(["c2", "c3"]))],
    });
    search.ask("one");
    await untilShown(search);
    search.more();
    await untilShown(search);
    expect([ids(), search.getState().cursor]).toEqual([["c1", "c2", "c3"], null]);
  });

  it("says what went wrong, and tries again", async () => {
    const { server, search, ids } = await open({
      [address("one")]: [sendProblem(500, "internal", "Something failed."), send(toReply(["c1"]))],
    });
    search.ask("one");
    await untilShown(search);
    expect(search.getState()).toMatchObject({ problem: "failed", found: [] });
    search.repeat();
    await untilShown(search);
    expect([search.getState().problem, ids()]).toEqual([null, ["c1"]]);
    await server.close();
    search.ask("two");
    await untilShown(search);
    expect(search.getState()).toMatchObject({ problem: "unreachable", found: [] });
  });

  it("looks again until the words of older conversations are collected", async () => {
    const { server, search, ids } = await open({
      [address("one")]: [
        send(toReply([], { isCollecting: true })),
        send(toReply(["c1"], { isCollecting: true })),
        send(toReply(["c1", "c2"])),
      ],
    });
    search.ask("one");
    await until(search, () => ids().length === 2);
    expect(server.asked).toHaveLength(3);
  });
});
