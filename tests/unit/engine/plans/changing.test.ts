import { describe, expect, it } from "vitest";
import { newWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import { makeAgent, administrator } from "@/tests/support/agents";
import { step, type PlannedScript } from "@/tests/support/planned-script";
import { textOf } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import { isPlanAsked } from "@/tests/support/wire/read-form";
import type { ProviderServer } from "@/tests/support/wire/provider-server";
import { openPlanned, planOf, statuses } from "./open-planned";

const asksOf = ({ requests }: ProviderServer, title: string) =>
  requests.filter(
    (request) => !isPlanAsked(request) && JSON.stringify(request.body).includes(`Do: ${title}`),
  );

const hasAnswered = (body: unknown) =>
  (body as { messages: { role: string }[] }).messages.some(({ role }) => role === "assistant");

/** A plan whose step "second" is held until `change` is made. */
async function changeWhile(
  script: PlannedScript,
  change: (services: TestServices) => Promise<unknown>,
  prepare: (services: TestServices) => Promise<object> = () => Promise.resolve({}),
) {
  const held = Promise.withResolvers<string>();
  const steps = { ...script.steps, second: [() => held.promise] };
  const { services, provider } = await openPlanned({ ...script, steps });
  const question = toQuestion("Tell me all of it.");
  const message = { ...question.message, ...(await prepare(services)) };
  const { reply } = await services.runs.start("owner", {
    ...{ ...question, message },
    options: { mode: "thinking" },
  });
  await expect.poll(() => asksOf(provider, "second").length, { timeout: 20_000 }).toBe(1);
  await change(services);
  held.resolve("Result of second.");
  return { reply: await reply, provider };
}

const plan = [step("first"), step("second", [1]), step("third", [2])];
const say = (text: string) => (services: TestServices) =>
  services.runs.steer("owner", "c1", { id: "w1", text });

describe("a plan that is followed while things change", () => {
  it("does no step again that a planner only repeats when the person has said more", async () => {
    const { reply, provider } = await changeWhile({ plans: [plan, plan] }, say("Prices in euros, please."));
    expect(statuses(reply)).toEqual({ first: "completed", second: "completed", third: "completed" });
    for (const { title } of plan) {
      // A step that hears the words while it is done may answer once more; none begins again.
      const begun = asksOf(provider, title).filter(({ body }) => !hasAnswered(body));
      expect(begun).toHaveLength(1);
    }
    expect(planOf(reply)?.steps.at(-1)).toMatchObject({ title: "third", dependsOn: ["s2"] });
  });

  it("puts other steps in the place of what the person's words contradict, and shows it", async () => {
    const { reply, provider } = await changeWhile(
      { plans: [plan, [step("ferries only", [2])]] },
      say("Forget the third, I want ferries only."),
    );
    expect(statuses(reply)).toEqual({ first: "completed", second: "completed", "ferries only": "completed" });
    expect(planOf(reply)?.notes).toContainEqual({ kind: "said", steps: ["s3"] });
    expect(asksOf(provider, "third")).toHaveLength(0);
  });

  it("keeps to words that it has begun to plan with: they are not taken back", async () => {
    const { reply } = await changeWhile({ plans: [plan, plan] }, async (services) => {
      await say("Prices in euros, please.")(services);
      const late = { code: "already_decided", status: 409 };
      await expect(services.runs.takeBack("owner", "c1", "w1")).rejects.toMatchObject(late);
    });
    expect(statuses(reply)).toEqual({ first: "completed", second: "completed", third: "completed" });
  });

  it("comes to its end without a file that is deleted meanwhile", async () => {
    let id = "";
    const { reply } = await changeWhile(
      { plans: [plan] },
      ({ library }) => library.delete("owner", id),
      async ({ library }) => {
        const bytes = new TextEncoder().encode("The mast is eleven metres high.");
        const file = { name: "mast.txt", mediaType: "text/plain", bytes, collectionId: null };
        const { document, reading } = await library.add("owner", file);
        await reading;
        id = document.id;
        const { parts } = toQuestion("How high is it?").message;
        const url = `/api/files/${id}`;
        return { parts: [...parts, { type: "file", mediaType: "text/plain", url, filename: "mast.txt" }] };
      },
    );
    expect(statuses(reply)).toEqual({ first: "completed", second: "completed", third: "completed" });
    expect(textOf(reply)).toBe("All told.");
  });

  it("has what a helper was for done by the agent when that helper is removed", async () => {
    let id = "";
    let planned = plan;
    const { reply, provider } = await changeWhile(
      {
        get plans() {
          return [planned];
        },
      },
      ({ agents }) => agents.delete(id, administrator),
      async (services) => {
        ({ id } = await makeAgent(services, { name: "Pilot", isHelper: true, purpose: "knows harbours" }));
        planned = [plan[0] as never, plan[1] as never, step("third", [2], { helper: id })];
        return {};
      },
    );
    expect(statuses(reply)).toMatchObject({ third: "completed" });
    expect(asksOf(provider, "third")).toHaveLength(1);
    expect(JSON.stringify(asksOf(provider, "third")[0]?.body)).not.toContain("Answer as a clerk.");
  });

  it("of a workflow that an earlier version kept is done without the tool and helper that are gone", async () => {
    const { services } = await openPlanned({ plans: [plan] });
    const gone = { agent: { id: "navigator", name: "Navigator" }, tool: "teleport" };
    const kept = { expected: "", dependsOn: [], isCritical: false, pattern: "one" as const };
    const steps = [
      { ...kept, ...gone, id: "s1", title: "first", instruction: "Do: first" },
      {
        ...kept,
        tool: null,
        agent: null,
        id: "s2",
        title: "last",
        instruction: "Do: last",
        dependsOn: ["s1"],
      },
    ];
    const asked = newWorkflowSchema.parse({ name: "Kept", question: "Tell me all of it.", steps });
    const { id } = await services.workflows.create("owner", asked);
    const { conversationId } = await services.workflows.run("owner", id, {});
    await services.runs.untilIdle("owner", conversationId);
    const { messages } = await services.runs.readConversation("owner", conversationId, { limit: 2 });
    const reply = messages.at(-1) ?? expect.fail("There is no reply.");
    expect(statuses(reply)).toEqual({ first: "completed", last: "completed" });
    expect(planOf(reply)?.notes).toEqual([{ kind: "unknown", steps: ["s1"] }]);
  });
});
