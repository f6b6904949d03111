import { describe, expect, it, onTestFinished } from "vitest";
import { AppError } from "@/lib/errors";
import type { EditedStep } from "@/lib/protocol/plans";
import { newWorkflowSchema } from "@/lib/protocol/workflows";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import { findStep, toScript } from "@/tests/support/planned-script";
import { textOf } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";
import { openInstances } from "@/tests/unit/runs/instances";
import { planOf, statuses } from "@/tests/unit/runs/plans/open-planned";

const emulator = await findSharedEmulator();
const hourMs = 3_600_000;
const keptStep = (id: string, title: string, dependsOn: string[] = []): EditedStep => ({
  ...{ id, title, instruction: `Do: ${title}`, expected: "", tool: null, agent: null, dependsOn },
  ...{ isCritical: false, pattern: "one" },
});
const workflow = newWorkflowSchema.parse({
  ...{ name: "News", question: "What is new in {{city}}?", values: { city: "Ulm" } },
  ...{ schedule: { kind: "hours", every: 1 } },
  steps: [keptStep("s1", "find {{city}}"), keptStep("s2", "tell", ["s1"])],
});
const whole = { "find Ulm": "completed", tell: "completed" };

/** The store of a process that can die: from then on it reaches nothing. */
function createMortalStore(store: Store) {
  let isDead = false;
  const lasting = new Set<unknown>(["watch", "watchNew", "close"]);
  const mortal = new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || lasting.has(key)) return value;
      const work = value as (...given: unknown[]) => unknown;
      return (...given: unknown[]) =>
        isDead
          ? Promise.reject(new AppError("store_unavailable", "This process is dead."))
          : work.apply(target, given);
    },
  });
  return { mortal, die: () => void (isDead = true), bury: () => void (isDead = false) };
}

/** Two instances on one Firestore with a workflow that is asked every hour, and the clock of both. */
async function open(onAsked: (title: string, times: number) => Promise<unknown> = async () => undefined) {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const asked: string[] = [];
  const script = toScript({ plans: ["No plan is asked for."] });
  const process = { die: () => undefined as void, bury: () => undefined as void };
  const openMortal = async (...config: Parameters<typeof openStore>) => {
    const { mortal, ...life } = createMortalStore(await openStore(...config));
    Object.assign(process, life);
    return mortal;
  };
  const { first, second } = await openInstances(
    emulator,
    async (request) => {
      const title = findStep(JSON.stringify(request.body));
      if (title !== null) asked.push(title);
      if (title !== null) await onAsked(title, asked.filter((one) => one === title).length);
      return script(request);
    },
    [{ now, openStore: openMortal }, { now }],
  );
  const { id } = await first.workflows.create("owner", workflow);
  const find = async (services: TestServices) =>
    (await services.workflows.list("owner")).workflows[0] ?? expect.fail("The workflow is gone.");
  const readReply = async (services: TestServices, conversationId: string) => {
    await services.runs.untilIdle("owner", conversationId);
    const { messages } = await services.runs.readConversation("owner", conversationId, { limit: 4 });
    return messages.at(-1) ?? expect.fail("There is no reply.");
  };
  const count = async (services: TestServices) =>
    (await services.runs.listConversations("owner", { limit: 10 })).conversations.length;
  return { first, second, id, clock, now, asked, process, find, readReply, count };
}

describe.skipIf(emulator === null)("a workflow on Firestore", () => {
  it("follows its kept steps when the person asks for it, in any instance", async () => {
    const { second, id, find, readReply } = await open();
    const { conversationId } = await second.workflows.run("owner", id, {});
    const reply = await readReply(second, conversationId);
    expect(statuses(reply)).toEqual(whole);
    expect(textOf(reply)).toBe("All told.");
    expect(await find(second)).toMatchObject({ runs: [{ conversationId, isScheduled: false }], cut: null });
  });

  it("is asked once at its time, however many instances look", async () => {
    const { first, second, clock, now, asked, find, readReply, count } = await open();
    clock.aheadMs += hourMs;
    await Promise.all([first.doDueWork(), second.doDueWork(), first.doDueWork(), second.doDueWork()]);
    const { runs, nextAt, problem } = await find(second);
    expect(runs).toMatchObject([{ isScheduled: true }]);
    expect(problem).toBeNull();
    expect(nextAt).toBeGreaterThan(now());
    expect(statuses(await readReply(second, runs[0]?.conversationId ?? ""))).toEqual(whole);
    expect(await count(second)).toBe(1);
    expect(asked).toEqual(["find Ulm", "tell"]);
  });

  it("goes on in another instance when its own dies in the middle, and is asked again at its next time", async () => {
    const silent = Promise.withResolvers<null>();
    const isSilent = Promise.withResolvers<null>();
    const { first, second, clock, now, asked, process, find, readReply, count } = await open(
      async (title, times) => {
        if (title !== "tell" || times > 1) return;
        isSilent.resolve(null);
        await silent.promise;
      },
    );
    onTestFinished(() => {
      process.bury();
      silent.resolve(null);
    });
    clock.aheadMs += hourMs;
    void first.doDueWork().catch(() => undefined);
    await isSilent.promise;
    process.die();
    const place = (await find(second)).runs[0]?.conversationId ?? "";
    const goOn = async () => {
      await second.doDueWork();
      await Promise.all(await second.runs.sweep());
      return (await second.runs.readConversation("owner", place, { limit: 4 })).activeRunId;
    };
    await expect.poll(goOn, { timeout: 50_000, interval: 1_000 }).toBeNull();
    const reply = await readReply(second, place);
    expect(statuses(reply)).toEqual(whole);
    expect(planOf(reply)?.steps.map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(asked).toEqual(["find Ulm", "tell", "tell"]);
    expect(await count(second)).toBe(1);
    const { runs, nextAt } = await find(second);
    expect(runs).toHaveLength(1);
    clock.aheadMs += (nextAt ?? 0) - now() + 1_000;
    await second.doDueWork();
    await expect.poll(async () => (await find(second)).runs.length).toBe(2);
    expect(statuses(await readReply(second, (await find(second)).runs[0]?.conversationId ?? ""))).toEqual(
      whole,
    );
  }, 120_000);
});
