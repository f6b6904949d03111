import { describe, expect, it } from "vitest";
import { openStore } from "@/lib/store/open";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import { createBilledStore, sumCalls, type BilledStore } from "@/tests/support/billed-store";
import { findStep, step, toScript } from "@/tests/support/planned-script";
import { textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { openInstances } from "@/tests/unit/engine/instances";
import { planOf, statuses } from "./open-planned";

const emulator = await findSharedEmulator();
const question = { ...toQuestion("Which ferry?"), options: { plan: "always" as const } };
const whole = { north: "completed", south: "completed", compare: "completed" };

describe.skipIf(emulator === null)("a plan on Firestore", () => {
  it("goes on in another instance when its own is ended: what is done stays done", async () => {
    const held = Promise.withResolvers<null>();
    const script = toScript({ plans: [[step("north"), step("south"), step("compare", [1, 2])]] });
    const asked: string[] = [];
    const { first, second } = await openInstances(emulator, async (request) => {
      const title = findStep(JSON.stringify(request.body));
      if (title !== null) asked.push(title);
      if (title === "south" && asked.filter((one) => one === "south").length === 1) await held.promise;
      return script(request);
    });
    const started = await first.runs.start("owner", question);
    started.reply.catch(() => undefined);
    const find = async () => {
      const { activeRunId } = await second.runs.readConversation("owner", "c1", { limit: 4 });
      const plan = await second.runs.getPlan("owner", activeRunId ?? "").catch(() => null);
      return plan?.steps.map(({ status }) => status);
    };
    await expect.poll(find, { timeout: 20_000 }).toEqual(["completed", "running", "blocked"]);
    await first.close();
    held.resolve(null);
    for (let taken = await second.runs.sweep(); taken.length > 0; taken = await second.runs.sweep())
      await Promise.all(taken);
    const { messages, activeRunId } = await second.runs.readConversation("owner", "c1", { limit: 4 });
    const reply = messages.at(-1) ?? expect.fail("There is no reply.");
    expect(activeRunId).toBeNull();
    expect(statuses(reply)).toEqual(whole);
    expect(textOf(reply)).toBe("All told.");
    expect(asked.filter((title) => title === "north")).toHaveLength(1);
    expect(planOf(reply)?.steps.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it("writes at most forty times a step", async () => {
    let billed: BilledStore | null = null;
    const titles = Array.from({ length: 6 }, (_, index) => `part${index}`);
    const script = toScript({ plans: [titles.map((title) => step(title))] });
    const { first } = await openInstances(emulator, script, [
      { openStore: async (config) => (billed = createBilledStore(await openStore(config))) },
    ]);
    const store = (billed as BilledStore | null) ?? expect.fail("The store is not opened.");
    await store.take();
    const reply = await (await first.runs.start("owner", question)).reply;
    const { writes, deletes } = sumCalls(await store.take());
    const each = (writes + deletes) / titles.length;
    console.info(`a plan of ${titles.length} steps: ${each.toFixed(1)} Firestore writes a step`);
    expect(Object.values(statuses(reply))).toEqual(titles.map(() => "completed"));
    expect(each).toBeLessThanOrEqual(40);
  });
});
