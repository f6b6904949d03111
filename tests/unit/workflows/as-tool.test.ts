import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { EditedTask } from "@/lib/features/plans/shape";
import { newWorkflowSchema, workflowFileSchema } from "@/lib/features/workflows/shape/workflows";
import { step as plainStep, toScript } from "@/tests/support/planned-script";
import { closeAfter, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const say = (text: string): Reply => ({
  parts: [{ type: "text", chunks: [text] }],
  usage: { input: 20, output: 5 },
});
const run = (workflow: string, values?: Record<string, string>): Reply => ({
  parts: [{ type: "tool", name: "run_workflow", input: { workflow, ...(values && { values }) } }],
  usage: { input: 20, output: 5 },
});
const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
type Tool = { function: { name: string; description: string; parameters: object } };
const toolsOf = ({ body }: ProviderRequest) => (body["tools"] ?? []) as Tool[];
const findTool = (request: ProviderRequest) =>
  toolsOf(request).find((tool) => tool.function.name === "run_workflow")?.function;

const keptStep = (id: string, title: string, more: Partial<EditedTask> = {}): EditedTask => ({
  ...{ id, title, instruction: `Do: ${title}`, expected: "", tool: null, agent: null, dependsOn: [] },
  ...{ isCritical: false, pattern: "one", ...more },
});
const preferring = plainStep("City news", [], { tool: "run_workflow" });
const make = (name: string, question: string, more: object = {}) =>
  newWorkflowSchema.parse({ name, question, isTool: true, ...more });

type Answers = Record<string, (request: ProviderRequest) => Reply>;

/** A model that answers each question as the test says, by what stands in it, and steps by their titles. */
async function open(answers: Answers, steps: Record<string, ((request: ProviderRequest) => Reply)[]> = {}) {
  const script = toScript({ plans: ["No plan is asked for."], steps });
  const provider = await startProviderServer(async (request) => {
    const words = wordsOf(request);
    const asked = Object.entries(answers).find(([question]) => words.includes(question));
    if (asked !== undefined && !words.includes("Do: ")) return asked[1](request);
    return script(request);
  });
  closeAfter(provider);
  const services = await openTestServices({ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test" });
  closeAfter({ close: () => services.dispose() });
  const ask = async (words: string, id = "c1", person = "owner", options: ChatOptions = {}) =>
    (await services.runs.start(person, { ...toQuestion(words), id, options })).reply;
  return { services, provider, ask };
}

const isFirst = ({ turn }: ProviderRequest) => turn === 0;
const once = (first: Reply, then: string) => (request: ProviderRequest) =>
  isFirst(request) ? first : say(then);

function resultOf({ parts }: ChatMessage) {
  const part = parts.find(({ type }) => type === "tool-run_workflow");
  if (part?.type !== "tool-run_workflow" || part.state !== "output-available")
    return expect.fail("No workflow was run.");
  return part.output;
}

async function listTitles(services: TestServices) {
  const { conversations } = await services.runs.listConversations("owner", { limit: 10 });
  return conversations.map(({ id }) => id);
}

describe("a workflow that the agent may use", () => {
  it("is offered to its owner with its variables, and to nobody else", async () => {
    const { services, provider, ask } = await open({ Hello: () => say("Hi.") });
    await services.workflows.create("owner", make("City news", "What is new in {{city}}?"));
    await services.workflows.create("owner", make("City news", "What was new?"));
    await services.workflows.create("owner", make("Own only", "Not for the agent?", { isTool: false }));
    await ask("Hello");
    const offered = findTool(provider.requests[0] as ProviderRequest);
    expect(offered?.description).toContain("What is new in {{city}}?");
    expect(offered?.description).not.toContain("Own only");
    expect(offered?.parameters).toMatchObject({
      properties: {
        workflow: { enum: ["City news", "City news (2)"] },
        values: { properties: { city: { type: "string" } } },
      },
      required: ["workflow"],
    });
    await ask("Hello", "c2", "somebody");
    expect(findTool(provider.requests.at(-1) as ProviderRequest)).toBeUndefined();
  });

  it("follows its kept steps with the values of the call, in a conversation of its own", async () => {
    const { services, provider, ask } = await open({
      "and tell me": once(run("City news", { city: "Ulm" }), "All in all: fine."),
    });
    const steps = [keptStep("s1", "find {{city}}"), keptStep("s2", "tell", { dependsOn: ["s1"] })];
    await services.workflows.create("owner", make("City news", "What is new in {{city}}?", { steps }));
    const reply = await ask("Look it up and tell me.");
    expect(textOf(reply)).toBe("All in all: fine.");
    const output = resultOf(reply);
    expect(output).toMatchObject({
      ok: true,
      data: { workflow: "City news", question: "What is new in Ulm?" },
      text: expect.stringContaining("All told.") as string,
    });
    const place = output.ok ? output.data.conversationId : "";
    const made = await services.runs.readConversation("owner", place, { limit: 4 });
    const plan = made.messages.at(-1)?.parts.findLast((part) => part.type === "data-plan")?.data;
    expect(plan?.steps.map(({ title, status }) => [title, status])).toEqual([
      ["find Ulm", "completed"],
      ["tell", "completed"],
    ]);
    expect(await listTitles(services)).toEqual(["c1"]);
    const all = provider.requests.map(({ body }) => JSON.stringify(body)).join("\n");
    expect(all).not.toContain("You plan how a question is answered");
    // What its steps are offered neither changes anything nor leads back to it.
    const ofSteps = provider.requests.filter((request) => wordsOf(request).includes("Do: find Ulm"));
    const names = ofSteps.flatMap(toolsOf).map((tool) => tool.function.name);
    expect(names).toContain("calculate");
    expect(names).not.toContain("memory_save");
    expect(names).not.toContain("run_workflow");
    await services.runs.deleteConversation("owner", "c1");
    await expect(services.runs.readConversation("owner", place, { limit: 4 })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is run by the step of a plan", async () => {
    const { services } = await open(
      { "What is two?": () => say("Two is told.") },
      { own: [once(run("Two"), "It is told.")] },
    );
    await services.workflows.create("owner", make("Two", "What is two?"));
    const { id } = await services.workflows.create(
      "owner",
      make("Three", "What is three?", { steps: [keptStep("s1", "own"), keptStep("s2", "tell")] }),
    );
    const { conversationId } = await services.workflows.run("owner", id, {});
    await services.runs.untilIdle("owner", conversationId);
    const { messages } = await services.runs.readConversation("owner", conversationId, { limit: 4 });
    const plan = messages.at(-1)?.parts.findLast((part) => part.type === "data-plan")?.data;
    const place = plan?.steps[0]?.conversationId ?? "";
    const step = await services.runs.readConversation("owner", place, { limit: 4 });
    expect(resultOf(step.messages.at(-1) as ChatMessage)).toMatchObject({
      ok: true,
      data: { workflow: "Two" },
    });
  });

  it("is told to whoever makes a plan, whose step then prefers it and runs it", async () => {
    const { services, provider, ask } = await open(
      {
        "What is new in Ulm?": () => say("Ulm is told."),
        "You plan how": (request) =>
          wordsOf(request).includes("City news (values: city): What is new in {{city}}?")
            ? say(JSON.stringify({ goal: "All", report: false, steps: [preferring, plainStep("rest")] }))
            : say("No plan."),
      },
      { "City news": [once(run("City news", { city: "Ulm" }), "It is told.")] },
    );
    await services.workflows.create("owner", make("City news", "What is new in {{city}}?"));
    await services.workflows.create("owner", make("Own only", "Not for the agent?", { isTool: false }));
    const reply = await ask("Tell me all of it.", "c1", "owner", { plan: "always" });
    const plan = reply.parts.findLast((part) => part.type === "data-plan")?.data;
    expect(plan?.steps.map(({ title, tool, status }) => [title, tool, status])).toEqual([
      ["City news", "run_workflow", "completed"],
      ["rest", null, "completed"],
    ]);
    const place = plan?.steps[0]?.conversationId ?? "";
    const step = await services.runs.readConversation("owner", place, { limit: 4 });
    expect(resultOf(step.messages.at(-1) as ChatMessage)).toMatchObject({
      ok: true,
      data: { question: "What is new in Ulm?" },
    });
    expect(provider.requests.map(wordsOf).join("\n")).not.toContain("Own only");
  });

  it("runs another one, but no third in a row and not itself", async () => {
    const offered: (string | undefined)[] = [];
    const note = (request: ProviderRequest) => void offered.push(findTool(request)?.description);
    const { services, ask } = await open({
      "begin with": once(run("One"), "Begun."),
      "What is one?": (request) => {
        note(request);
        return isFirst(request) ? run("Two") : say("One told.");
      },
      "What is two?": (request) => {
        note(request);
        return say("Two told.");
      },
    });
    await services.workflows.create("owner", make("One", "What is one?"));
    await services.workflows.create("owner", make("Two", "What is two?"));
    expect(resultOf(await ask("You may begin with it.")).ok).toBe(true);
    expect(offered[0]).toContain("- Two (");
    expect(offered[0]).not.toContain("- One (");
    expect(offered.at(-2)).toBeUndefined();
  });

  it("does not lead back to itself when the person runs it", async () => {
    const { services, provider } = await open({ "What is one?": () => say("Told.") });
    const { id } = await services.workflows.create("owner", make("One", "What is one?"));
    await services.workflows.create("owner", make("Two", "What is two?"));
    const { conversationId } = await services.workflows.run("owner", id, {});
    await services.runs.untilIdle("owner", conversationId);
    const offered = findTool(provider.requests[0] as ProviderRequest);
    expect(offered?.description).toContain("- Two (");
    expect(offered?.description).not.toContain("- One (");
  });

  it("is told what is missing, and what there is", async () => {
    const { services, provider, ask } = await open({
      "and tell me": ({ turn }) =>
        turn === 0 ? run("City news") : turn === 1 ? run("Nothing") : say("I could not."),
    });
    await services.workflows.create("owner", make("City news", "What is new in {{city}}?"));
    await ask("Look it up and tell me.");
    const told = provider.requests.map(wordsOf).join("\n");
    expect(told).toContain("Values are missing: city.");
    expect(told).toContain("There is no workflow Nothing. There are: City news.");
  });

  it("keeps the switch out of its file: what is imported the agent does not use", async () => {
    const { services } = await open({});
    const { id } = await services.workflows.create("owner", make("One", "What is one?"));
    const file: unknown = JSON.parse(JSON.stringify(await services.workflows.export("owner", id)));
    expect(file).not.toHaveProperty("workflow.isTool");
    expect(await services.workflows.import("owner", workflowFileSchema.parse(file))).toMatchObject({
      isTool: false,
    });
  });
});
