import { expect } from "vitest";
import { AppError } from "@/lib/errors";
import type { EditedTask } from "@/lib/features/plans/shape";
import { newWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import { findStep, toScript } from "@/tests/support/planned-script";
import type { TestServices } from "@/tests/support/test-services";
import { openInstances } from "@/tests/unit/engine/instances";

export const emulator = await findSharedEmulator();
export const hourMs = 3_600_000;
const keptStep = (id: string, title: string, dependsOn: string[] = []): EditedTask => ({
  ...{ id, title, instruction: `Do: ${title}`, expected: "", tool: null, agent: null, dependsOn },
  ...{ isCritical: false, pattern: "one" },
});
const workflow = newWorkflowSchema.parse({
  ...{ name: "News", question: "What is new in {{city}}?", values: { city: "Ulm" } },
  ...{ schedule: { kind: "hours", every: 1 } },
  steps: [keptStep("s1", "find {{city}}"), keptStep("s2", "tell", ["s1"])],
});
/** What the steps come to. */
export const whole = { "find Ulm": "completed", tell: "completed" };

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
export async function openWorkflow(
  onAsked: (title: string, times: number) => Promise<unknown> = async () => undefined,
) {
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
