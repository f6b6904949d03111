import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { step, toScript, toSmallScript, type PlannedScript } from "@/tests/support/planned-script";
import { call, closeAfter, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
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
});
