import { describe, expect, it } from "vitest";
import { listNotices as noticesOf } from "@/tests/support/to-words";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { SettingsPatch } from "@/lib/protocol/settings";
import { readEvents } from "@/tests/support/read-events";
import { startPageServer } from "@/tests/support/page-server";
import { call, closeAfter, openWith, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { isAskedFor } from "@/tests/support/wire/read-form";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { startSearchServer } from "@/tests/support/wire/search-server";
import { searxngWire } from "@/tests/support/wire/search-wires";

const snippet = "The Slate 14 costs 1,199 dollars and weighs 1.3 kilograms.";
const isCiting = ({ body }: ProviderRequest) => JSON.stringify(body).includes("cites nothing");

type Given = {
  /** The answer, and what comes when it is asked for its citations. */
  answer: string;
  cited: Reply;
  tool?: "web_fetch" | "web_search" | null;
  options?: ChatOptions;
  settings?: SettingsPatch;
  judge?: object;
};

/** Answers a question after one call, at a page and a search engine of this machine. */
async function askWith({ answer, cited, tool = "web_fetch", options = {}, settings = {}, judge }: Given) {
  const pages = await startPageServer({
    "/a": (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>Slate</title><p>${snippet}</p>`),
  });
  const engine = await startSearchServer(searxngWire, [
    { title: "Slate", url: "https://slate.example/", text: snippet },
  ]);
  closeAfter(pages);
  closeAfter(engine);
  const input =
    tool === "web_search" ? { query: "Slate 14 price" } : { urls: [`${pages.url}/a`], query: "price" };
  const judged: ProviderRequest[] = [];
  const script = (request: ProviderRequest): Reply => {
    if (request.model === "small") {
      if (!isAskedFor(request, "answered", "supported")) return text("-");
      judged.push(request);
      return text(JSON.stringify(judge));
    }
    if (isCiting(request)) return cited;
    return tool !== null && request.turn === 0 ? call(tool, input) : text(answer);
  };
  const { services, provider } = await openWith(script, {
    WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${pages.port}`,
    SEARXNG_URL: engine.url,
    ...(judge !== undefined && { MODEL_LITE: "local:small" }),
  });
  if (Object.keys(settings).length > 0) await services.settings.update(settings, 0, "test");
  const question = { ...toQuestion(`What does the Slate 14 cost? ${pages.url}/a`), options };
  const started = await services.runs.start("owner", question);
  const [events, reply] = await Promise.all([readEvents(started.stream()), started.reply]);
  const calls = provider.requests.filter(({ model }) => model === "test");
  return { reply, events, calls, judged, services };
}
const answer = "It costs 1,199 dollars.";

describe("an answer that cites nothing of what was found", () => {
  it.each(["web_fetch", "web_search"] as const)(
    "after %s keeps its words, and gets its citation by one more call",
    async (tool) => {
      const { reply, calls } = await askWith({ answer, cited: text("It costs 1,199 dollars [1]."), tool });
      expect(textOf(reply)).toBe("It costs 1,199 dollars [1].");
      expect(noticesOf(reply)).toEqual([]);
      expect(reply.metadata).toMatchObject({ outcome: "completed" });
      expect(reply.parts.some(({ type }) => type === "source-url")).toBe(true);
      expect(calls).toHaveLength(3);
    },
  );

  it.each<[string, Reply]>([
    ["in other words", text("The Slate 14 costs 1,199 dollars [1].")],
    ["with other figures", text("It costs 1,299 dollars [1].")],
    ["without a mark", text(answer)],
    ["with the mark of no source", text("It costs 1,199 dollars [7].")],
    ["empty", text("")],
    ["as a call", call("web_search", { query: "Slate 14" })],
    ["as a refusal", { status: 400, message: "no" }],
  ])("stays, and says that it has none, where it comes %s", async (_how, cited) => {
    const { reply, calls } = await askWith({ answer, cited });
    expect([textOf(reply), noticesOf(reply)]).toEqual([answer, ["Pages were read, but none is cited."]]);
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(calls).toHaveLength(3);
  });

  it("says it in the person's language, and of a search what it is", async () => {
    const chinese = await askWith({ answer, cited: text(answer) });
    expect(noticesOf(chinese.reply, "zh")).toEqual(["读过网页，但回答没有引用任何来源。"]);
    const searched = await askWith({ answer, cited: text(answer), tool: "web_search" });
    expect(noticesOf(searched.reply)).toEqual(["Pages were found, but none is cited."]);
  });

  it("is never taken from the screen meanwhile", async () => {
    const { events } = await askWith({ answer, cited: text("It costs 1,199 dollars [1].") });
    const texts = events.flatMap((event) =>
      event.type === "text-delta" ? [event.delta] : event.type === "reset-step" ? ["again"] : [],
    );
    expect(texts).toEqual([answer, "again", "It costs 1,199 dollars [1]."]);
  });

  it("is asked for in a quick answer, too, and not once the money or the setting forbids it", async () => {
    const cited = text("It costs 1,199 dollars [1].");
    const quick = await askWith({ answer, cited, options: { mode: "fast" } });
    expect(textOf(quick.reply)).toBe("It costs 1,199 dollars [1].");
    const off = await askWith({ answer, cited, settings: { requireCitations: false } });
    expect([textOf(off.reply), noticesOf(off.reply), off.calls.length]).toEqual([answer, [], 2]);
  });
});

describe("an answer is left alone", () => {
  it.each<[string, Partial<Given>, number]>([
    ["that cites", { answer: "It costs 1,199 dollars [1]." }, 2],
    ["of the model itself", { answer: "Lima.", tool: null }, 1],
  ])("%s", async (_what, given, count) => {
    const { reply, calls } = await askWith({ answer, cited: text("No."), ...given });
    expect([textOf(reply), noticesOf(reply)]).toEqual([given.answer, []]);
    expect(calls).toHaveLength(count);
  });
});

describe("whether answers from the web are judged", () => {
  const judge = { answered: true, supported: true, missing: [], refused: false, confidence: 0.86 };
  const right = "The Slate 14 costs 1,199 dollars and weighs 1.3 kilograms [1].";
  const wrong = "The Slate 14 costs 1,299 dollars and weighs 1.3 kilograms [1].";
  const cited = text("");

  it.each<[SettingsPatch["webChecks"], string, number]>([
    ["off", wrong, 0],
    ["doubtful", right, 0],
    ["doubtful", wrong, 1],
    ["always", right, 1],
  ])("is the setting's choice: %s, %s", async (webChecks, said, times) => {
    const { reply, judged } = await askWith({ answer: said, cited, judge, settings: { webChecks } });
    expect(judged).toHaveLength(times);
    expect(reply.metadata?.evaluation?.confidence).toBe(times === 0 ? undefined : 0.86);
  });

  it("says nothing of an answer of the model itself, nor of a quick one", async () => {
    const settings = { webChecks: "always" } as const;
    const own = await askWith({ answer: "Lima.", cited, judge, settings, tool: null });
    const quick = await askWith({ answer: right, cited, judge, settings, options: { mode: "fast" } });
    expect([own, quick].map(({ judged }) => judged.length)).toEqual([0, 0]);
  });
});
