import { describe, it } from "vitest";
import * as chat from "@/app/api/chat/route";
import * as joined from "@/app/api/chat/[id]/stream/route";
import type { Platform } from "@/lib/server/core-services";
import type { Problem } from "@/lib/protocol/problem";
import { readEvents } from "@/tests/support/read-events";
import { textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import { openFaultyProduct, say } from "./faulty-product";
import { createMatrix } from "./matrix";

const matrix = createMatrix("Overload, through the routes");
const slot = Symbol.for("sextant.services");
const headers = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" };

/** The product behind its routes, whose model answers when it is let. */
async function openSite(
  onEnd: (close: () => Promise<void>) => void,
  env: Record<string, string>,
  readMemoryUse?: Platform["readMemoryUse"],
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = async (): Promise<Reply> => {
    await promise;
    return say("Here it is.");
  };
  const product = await openFaultyProduct(onEnd, {
    first: answer,
    env,
    ...(readMemoryUse && { readMemoryUse }),
  });
  Object.assign(globalThis, { [slot]: Promise.resolve(product.services) });
  const post = (name: string) => {
    const body = JSON.stringify(toQuestion("What is it?", { conversation: name, message: `m-${name}` }));
    return chat.POST(new Request("http://127.0.0.1:3000/api/chat", { method: "POST", headers, body }), {
      params: Promise.resolve({}),
    });
  };
  const join = (name: string) =>
    joined.GET(new Request(`http://127.0.0.1:3000/api/chat/${name}/stream`, { headers }), {
      params: Promise.resolve({ id: name }),
    });
  return { ...product, post, join, letAnswer: resolve };
}

const readText = async ({ body }: Response): Promise<string> => {
  const events = await readEvents(body ?? new ReadableStream());
  return events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
};

type Row = { fault: string; env: Record<string, string>; room: number; status: number; code: string };
const rows: Row[] = [
  {
    fault: "more replies than the process makes at once",
    env: { MAX_RUNS: "2", MAX_RUNS_PER_PERSON: "50" },
    room: 2,
    status: 503,
    code: "overloaded",
  },
  {
    fault: "more replies than one person may have made at once",
    env: { MAX_RUNS_PER_PERSON: "3" },
    room: 3,
    status: 429,
    code: "too_many_runs",
  },
];

describe("one message too many", () => {
  it.for(rows)(
    "$fault: it is refused at once with Retry-After, nothing of it is kept, and running answers are untouched",
    async ({ fault, env, room, status, code }, { expect, onTestFinished }) => {
      const site = await openSite(onTestFinished, env);
      const names = Array.from({ length: room }, (_, index) => `c${index}`);
      const running: Response[] = [];
      for (const name of names) running.push(await site.post(name));
      const refused = await Promise.all(["x1", "x2", "x3"].map(site.post));
      const problem = (await refused[0]?.clone().json()) as Problem;
      const rejoined = await site.join("c0");
      site.letAnswer();
      const texts = await Promise.all([...running, rejoined].map(readText));
      matrix.note(
        fault,
        `${status} with Retry-After, ${room} answers whole`,
        `${refused[0]?.status} with Retry-After ${refused[0]?.headers.get("retry-after")}, ${texts.filter((text) => text === "Here it is.").length - 1} answers whole`,
      );
      expect(refused.map((response) => response.status)).toEqual([status, status, status]);
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(problem).toMatchObject({ code, status, retryAfter: expect.any(Number) as number });
      expect(texts).toEqual([...names, "c0"].map(() => "Here it is."));
      const { conversations } = await site.services.runs.listConversations("owner", { limit: 10 });
      expect(conversations.map(({ id }) => id).toSorted()).toEqual(names);
      const later = await site.post("x1");
      expect([later.status, await readText(later)]).toEqual([200, "Here it is."]);
      const { messages } = await site.services.runs.readConversation("owner", "x1", { limit: 10 });
      expect(messages.map(textOf)).toEqual(["What is it?", "Here it is."]);
    },
  );

  it("new replies are refused while memory is short, and those that run end whole", async ({
    expect,
    onTestFinished,
  }) => {
    const use = { rss: 100, maxRss: 1_000, heap: 100, maxHeap: 1_000 };
    const site = await openSite(onTestFinished, {}, () => use);
    const running = await site.post("c0");
    use.rss = 900;
    const refused = await site.post("x1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await refused.json()).toMatchObject({ code: "overloaded" });
    site.letAnswer();
    expect(await readText(running)).toBe("Here it is.");
    use.rss = 100;
    expect(await readText(await site.post("x1"))).toBe("Here it is.");
  });
});
