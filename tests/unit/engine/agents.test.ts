import { describe, expect, it } from "vitest";
import { newAgentSchema, type AgentTrial } from "@/lib/features/agents/shape/agents";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { administrator, makeAgent } from "@/tests/support/agents";
import { call, openWith, read, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

let asked = 0;
async function ask(services: TestServices, options: ChatOptions = {}, conversation = "c1") {
  const question = toQuestion("How much is 2*3?", { conversation, message: `m${(asked += 1)}` });
  const reply = await (await services.runs.start("owner", { ...question, options })).reply;
  const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
  return { reply, record };
}
const noticesOf = ({ parts }: { parts: { type: string; data?: unknown }[] }) =>
  parts.flatMap((part) => (part.type === "data-notice" ? [part.data] : []));
const toolsOf = ({ body }: ProviderRequest) =>
  ((body["tools"] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
const choices = (requests: readonly ProviderRequest[]) => requests.map(({ body }) => body["tool_choice"]);
const named = (name: string) => ({ type: "function", function: { name } });

/** Calls what it has to, then answers. */
const obey = ({ body }: ProviderRequest): Reply => {
  const choice = body["tool_choice"] as { function?: { name: string } } | undefined;
  if (choice?.function?.name === "calculate") return call("calculate", { expression: "2*3" });
  if (choice?.function?.name === "get_current_time") return call("get_current_time", {});
  return text("Six.");
};

describe("a run of a named agent", () => {
  it("has its instructions, tools, style and limits, and says who answered", async () => {
    const { services, provider } = await openWith(() => text("Six."));
    const agent = await makeAgent(services, {
      instructions: "Always greet first.",
      tools: ["calculate"],
      style: "direct",
      limits: { depth: "fast", rounds: 1, temperature: 0.1 },
    });
    const { reply, record } = await ask(services, { agent: agent.id, mode: "thinking", style: "tool_first" });
    const [request] = provider.requests;
    expect(JSON.stringify(request?.body["messages"])).toContain("Always greet first.");
    expect(request && toolsOf(request)).toEqual(["calculate"]);
    expect(request?.body["temperature"]).toBe(0.1);
    const who = { id: agent.id, name: "Clerk", version: 1 };
    expect(reply.metadata).toMatchObject({ outcome: "completed", agent: who });
    expect(record).toMatchObject({
      agent: who,
      style: "direct",
      mode: "fast",
      settings: { maxIterations: 1 },
    });
  });

  it("never gets more than the settings allow", async () => {
    const { services, provider } = await openWith(() => text("Six."));
    await services.settings.update({ maxIterations: 2, enabledTools: ["calculate"] }, 0, "test");
    const { id } = await makeAgent(services, {
      tools: ["calculate", "web_search"],
      limits: { depth: "thinking", rounds: 9, temperature: null },
    });
    const { record } = await ask(services, { agent: id });
    expect(provider.requests[0] && toolsOf(provider.requests[0])).toEqual(["calculate"]);
    expect(record).toMatchObject({ mode: "balanced", settings: { maxIterations: 2, temperature: 0.7 } });
  });

  it("is asked of its own models, whatever the person chose", async () => {
    const { services, provider } = await openWith(({ body }) => text(`From ${String(body["model"])}.`));
    const { id } = await makeAgent(services, { models: ["local:clerk", "local:test"] });
    const { reply, record } = await ask(services, { agent: id, model: "local:test" });
    expect([textOf(reply), reply.metadata?.model, record.model]).toEqual([
      "From clerk.",
      "local:clerk",
      "local:clerk",
    ]);
    expect(provider.requests).toHaveLength(1);
  });

  it("searches the agent's collections, unless the person names some", async () => {
    const { services } = await openWith(() => text("Six."));
    const { id } = await makeAgent(services, { collections: ["manuals"] });
    const { toAgentOptions } = await import("@/lib/engine/turn/answering-agent");
    const [agent] = (await services.agents.list(administrator)).agents.filter((each) => each.id === id);
    const toCollections = (options: ChatOptions) => toAgentOptions(options, agent as never).collections;
    expect(toCollections({})).toEqual(["manuals"]);
    expect(toCollections({ collections: [] })).toEqual([]);
    expect(toCollections({ collections: ["mine"] })).toEqual(["mine"]);
  });
});

describe("the conversation", () => {
  it("names its agent, which answers until another is chosen", async () => {
    const { services } = await openWith(() => text("Six."));
    const [clerk, scout] = [await makeAgent(services), await makeAgent(services, { name: "Scout" })];
    const names = [];
    for (const options of [{ agent: clerk.id }, {}, { agent: scout.id }, {}, { agent: "sextant" }, {}])
      names.push((await ask(services, options)).reply.metadata?.agent?.name);
    expect(names).toEqual(["Clerk", "Clerk", "Scout", "Scout", undefined, undefined]);
    expect((await read(services)).agent).toBeNull();
  });

  it.each([
    ["deleted", (services: TestServices, id: string) => services.agents.delete(id, administrator)],
    [
      "switched off",
      (services: TestServices, id: string) =>
        services.agents.update(id, { isEnabled: false }, 1, administrator),
    ],
  ])("goes on with the built-in one when its agent was %s, and says so once", async (_what, end) => {
    const { services } = await openWith(() => text("Six."));
    const { id } = await makeAgent(services);
    await ask(services, { agent: id });
    await end(services, id);
    const told = [{ kind: "fallback", code: "agentGone" }];
    const { reply } = await ask(services, { agent: id });
    expect([noticesOf(reply), reply.metadata?.agent]).toEqual([told, undefined]);
    expect(noticesOf((await ask(services)).reply)).toEqual([]);
    await expect(ask(services, { agent: id })).rejects.toMatchObject({ code: "agent_gone" });
  });

  it("also goes on when nobody named the agent that is gone", async () => {
    const { services } = await openWith(() => text("Six."));
    const { id } = await makeAgent(services);
    await ask(services, { agent: id });
    await services.agents.delete(id, administrator);
    expect(noticesOf((await ask(services)).reply)).toHaveLength(1);
  });
});

describe("an agent that cannot answer", () => {
  it.each([
    ["instructions", { instructions: "" }, "“Clerk” cannot answer: it has no instructions yet"],
    [
      "models",
      { models: ["google:gemini-9", "none:x"] },
      "none of its models is set up here: google:gemini-9, none:x",
    ],
  ])("for want of %s is refused by name, and nothing is saved", async (_what, fields, words) => {
    const { services, provider } = await openWith(() => text("Six."));
    const { id } = await makeAgent(services, fields);
    await expect(ask(services, { agent: id })).rejects.toMatchObject({
      code: "agent_incomplete",
      message: expect.stringContaining(words),
    });
    await expect(read(services)).rejects.toMatchObject({ code: "not_found" });
    expect(provider.requests).toEqual([]);
  });

  it("is refused when there never was one of that id", async () => {
    const { services } = await openWith(() => text("Six."));
    await expect(ask(services, { agent: "nobody" })).rejects.toMatchObject({
      code: "agent_gone",
      fields: { "options.agent": "name one that there is" },
    });
    await expect(read(services)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("tools that an agent must have called", () => {
  it("are asked for by name, one after the other, before the answer", async () => {
    const { services, provider } = await openWith(obey);
    const { id } = await makeAgent(services, { requiredTools: ["calculate", "get_current_time"] });
    const { reply, record } = await ask(services, { agent: id });
    expect(choices(provider.requests)).toEqual([named("calculate"), named("get_current_time"), "auto"]);
    expect(record.steps.map(({ toolChoice }) => toolChoice)).toEqual(["tool", "tool", "auto"]);
    expect([textOf(reply), noticesOf(reply)]).toEqual(["Six.", []]);
  });

  it("are asked for once more where the model answered without, and told of where that was in vain", async () => {
    const { services, provider } = await openWith(() => text("Surely six."));
    const { id } = await makeAgent(services, { requiredTools: ["calculate"] });
    const { reply } = await ask(services, { agent: id });
    expect(choices(provider.requests)).toEqual([named("calculate"), named("calculate")]);
    expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain(
      "before you had called calculate",
    );
    expect([textOf(reply), reply.metadata?.outcome]).toEqual(["Surely six.", "completed"]);
    expect(noticesOf(reply)).toEqual([
      { kind: "limit", code: "notCalled", values: { tools: ["calculate"] } },
    ]);
  });

  it("are told of where the settings do not offer them, or the rounds do not reach", async () => {
    const { services, provider } = await openWith(obey);
    await services.settings.update(
      { maxIterations: 1, enabledTools: ["calculate", "get_current_time"] },
      0,
      "test",
    );
    const { id } = await makeAgent(services, {
      requiredTools: ["web_search", "calculate", "get_current_time"],
    });
    const { reply } = await ask(services, { agent: id });
    expect(choices(provider.requests)).toEqual([named("calculate"), "none"]);
    expect(noticesOf(reply)).toEqual([
      {
        kind: "limit",
        code: "notCalled",
        values: { tools: ["web_search", "get_current_time"] },
      },
    ]);
  });

  it("count as called also when the call failed", async () => {
    const { services, provider } = await openWith(({ turn }) =>
      turn === 0 ? call("calculate", { expression: "2*" }) : text("I could not."),
    );
    const { id } = await makeAgent(services, { requiredTools: ["calculate"] });
    expect(noticesOf((await ask(services, { agent: id })).reply)).toEqual([]);
    expect(choices(provider.requests)).toEqual([named("calculate"), "auto"]);
  });

  it("are not forced on the offline guide, which says so", async () => {
    const { services } = await openWith(() => text("Six."), { MODEL_MAIN: "offline:guide" });
    const { id } = await makeAgent(services, { requiredTools: ["get_current_time"] });
    const { reply } = await ask(services, { agent: id });
    expect(noticesOf(reply)).toMatchObject([{ kind: "limit" }]);
  });
});

describe("the built-in agent", () => {
  it("must call what an administrator says, and is told of in no other list", async () => {
    const { services, provider } = await openWith(obey);
    const saved = await services.agents.update("sextant", { requiredTools: ["calculate"] }, 1, administrator);
    expect(saved).toMatchObject({ version: 2, requiredTools: ["calculate"], updatedBy: "Ada" });
    const { reply } = await ask(services);
    expect(choices(provider.requests)).toEqual([named("calculate"), "auto"]);
    expect([reply.metadata?.agent, noticesOf(reply)]).toEqual([undefined, []]);
    expect((await services.readClientSettings(administrator)).agents).toEqual([]);
    expect((await services.agents.list(administrator)).agents).toMatchObject([
      { id: "sextant", isBuiltIn: true, version: 2, requiredTools: ["calculate"], style: "balanced" },
    ]);
    const back = await services.agents.revert("sextant", { version: 2, to: 2 }, administrator);
    expect(back.version).toBe(3);
  });

  it("is changed in nothing that the settings say, not on an older version, and never deleted", async () => {
    const { services } = await openWith(() => text("Six."));
    const change = (changes: object, version: number) =>
      services.agents.update("sextant", changes, version, administrator);
    await expect(change({ name: "Other" }, 1)).rejects.toMatchObject({
      ...{ code: "invalid_request", fields: { "changes.name": "change it in the settings" } },
    });
    await change({ requiredTools: ["calculate"] }, 1);
    await expect(change({ requiredTools: [] }, 1)).rejects.toMatchObject({ code: "conflict" });
    await expect(services.agents.delete("sextant", administrator)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a try of an agent", () => {
  const draft = (fields: object) => ({ draft: newAgentSchema.parse({ name: "Clerk", ...fields }), of: null });
  const tryIt = async (services: TestServices, agent: AgentTrial["agent"], messageId = "q1") => {
    const place = { conversationId: "t1", messageId };
    const question = { agent, ...place, text: "How much is 2*3?", timezone: "UTC", language: "en" };
    return (await services.runs.startTrial(await services.agents.toTrial("owner", question))).reply;
  };

  it("is answered by what is written now, goes on, and leaves nothing in lists and figures", async () => {
    const { services, provider } = await openWith(() => text("Six."));
    const { id } = await makeAgent(services, { instructions: "Speak as published." });
    const first = await tryIt(services, draft({ instructions: "Speak as drafted." }));
    expect([textOf(first), first.metadata?.outcome]).toEqual(["Six.", "completed"]);
    await tryIt(services, { id }, "q2");
    const told = provider.requests.map(({ body }) => JSON.stringify(body["messages"]));
    expect(told[0]).toContain("Speak as drafted.");
    expect(told[1]).toContain("Speak as published.");
    expect(told[1]?.split("How much is 2*3?")).toHaveLength(3);
    const record = await services.runs.getRecord("owner", first.metadata?.runId ?? "");
    expect(record.origin).toBe("trial");
    expect((await services.runs.listConversations("owner", { limit: 10 })).conversations).toEqual([]);
    expect((await services.agents.list(administrator)).agents).toHaveLength(2);
  });

  it("may be of an agent that the administrator does not see in the chat, and does not use up its day", async () => {
    const { services } = await openWith(() => text("Six."));
    const { id } = await makeAgent(services, {
      ...{ audience: { roles: [], people: [] }, budget: { centsPerAnswer: null, centsPerDay: 1 } },
    });
    for (const question of ["q1", "q2", "q3"])
      expect(textOf(await tryIt(services, { id }, question))).toBe("Six.");
  });

  it("is refused by name where it cannot answer, and at the field where it names what there is not", async () => {
    const { services } = await openWith(() => text("Six."));
    await expect(tryIt(services, draft({ instructions: "" }))).rejects.toMatchObject({
      code: "agent_incomplete",
    });
    await expect(tryIt(services, draft({ tools: ["teleport"] }))).rejects.toMatchObject({
      fields: { "agent.draft.tools.0": "name a tool that there is" },
    });
    await expect(tryIt(services, { id: "nobody" })).rejects.toMatchObject({ code: "not_found" });
  });
});
