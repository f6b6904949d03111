import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { step, toScript, toSmallScript, type PlannedScript } from "@/tests/support/planned-script";
import { sendPage, startPageServer } from "@/tests/support/page-server";
import { call, closeAfter, openWith, text, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { isAskedFor } from "@/tests/support/wire/read-form";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { statuses } from "./open-planned";

type Script = (request: ProviderRequest) => Reply | Promise<Reply>;

/** The product whose models take their time, and how many calls they had at most at once. */
async function openSlow(script: PlannedScript, env: Record<string, string>) {
  let inFlight = 0;
  let most = 0;
  const slowly =
    (answer: Script): Script =>
    async (request) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      // A model that thinks for a moment.
      await delay(25);
      inFlight -= 1;
      return answer(request);
    };
  const provider = await startProviderServer(slowly(toScript(script)));
  closeAfter(provider);
  const small = await startProviderServer(slowly(toSmallScript(script)));
  closeAfter(small);
  const services = await openTestServices({
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    COMPATIBLE_PROVIDERS: `small=${small.url}/v1`,
    MODEL_LITE: "small:judge",
    ...env,
  });
  closeAfter({ close: () => services.dispose() });
  const ask = async (userId: string, words: string) => {
    const question = {
      ...toQuestion(words),
      options: { mode: "thinking" as const, plan: "always" as const },
    };
    return (await services.runs.start(userId, question)).reply;
  };
  return { ask, mostAtOnce: () => most };
}

const six = Array.from({ length: 6 }, (_, index) => step(`part ${index}`, [], { committee: true }));
const done = Object.fromEntries(six.map(({ title }) => [title, "completed"]));

describe("MAX_RUNS and MAX_RUNS_PER_PERSON", () => {
  it("bound the calls of a plan's steps, seats and small questions, and the plan ends", async () => {
    const { ask, mostAtOnce } = await openSlow({ plans: [six] }, { MAX_RUNS: "2", MAX_RUNS_PER_PERSON: "2" });
    const reply = await ask("owner", "Tell me all of it.");
    expect(statuses(reply)).toEqual(done);
    expect(textOf(reply)).toContain("All told.");
    expect(mostAtOnce()).toBe(2);
  });

  it("leave room for somebody else beside one person's plan", async () => {
    const env = { MAX_RUNS: "3", MAX_RUNS_PER_PERSON: "1" };
    const { ask, mostAtOnce } = await openSlow({ plans: [six.slice(0, 3)] }, env);
    const people = ["owner", "u2"].map((userId) => ask(userId, "Tell me all of it."));
    expect((await Promise.all(people)).map(textOf)).toEqual(["All told.", "All told."]);
    expect(mostAtOnce()).toBe(2);
  });

  it("hold up nothing for good where a single call may be made: what waits for another holds none", async () => {
    const isFirst = ({ turn }: ProviderRequest) => turn === 0;
    const own = (request: ProviderRequest) =>
      isFirst(request) ? call("ask_helper", { helper: "analyst", question: "Do: sum" }) : "It is 5.";
    const { ask, mostAtOnce } = await openSlow(
      { plans: [[step("own", [], { helper: "researcher" }), step("alone")]], steps: { own: [own] } },
      { MAX_RUNS: "1", MAX_RUNS_PER_PERSON: "1" },
    );
    const reply = await ask("owner", "Tell me all of it.");
    expect(statuses(reply)).toEqual({ own: "completed", alone: "completed" });
    expect(mostAtOnce()).toBe(1);
  });

  it("let a small question be asked about a call while the answer that makes it still comes in", async () => {
    const page = await startPageServer({ "/a": sendPage("<p>Words of a stranger.</p>") });
    closeAfter(page);
    const small = await startProviderServer(() => text(JSON.stringify({ isSaid: true })));
    closeAfter(small);
    const save: Reply = {
      parts: [
        { type: "tool", name: "memory_save", input: { facts: [{ content: "The user owns a dog" }] } },
        { type: "text", chunks: Array.from({ length: 200 }, () => "It goes on. ") },
      ],
      usage: { input: 20, output: 5 },
      finish: "tools",
    };
    const { services } = await openWith(
      ({ turn }) => {
        if (turn === 0) return call("web_fetch", { urls: [`${page.url}/a`], query: "words" });
        return turn === 1 ? { ...save, delayMs: 2 } : text("It is kept.");
      },
      {
        COMPATIBLE_PROVIDERS: `small=${small.url}/v1`,
        MODEL_LITE: "small:judge",
        WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${page.port}`,
        ...{ MAX_RUNS: "1", MAX_RUNS_PER_PERSON: "1" },
      },
    );
    const asked = `I've had a dog for years. What does ${page.url}/a say?`;
    const { reply } = await services.runs.start("owner", toQuestion(asked));
    expect(textOf(await reply)).toContain("It is kept.");
    expect(small.requests.some((request) => isAskedFor(request, "isSaid"))).toBe(true);
  });
});
