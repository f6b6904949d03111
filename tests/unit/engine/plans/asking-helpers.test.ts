import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { read, textOf } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { step, type PlannedScript } from "@/tests/support/planned-script";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
const say = (text: string): Reply => ({
  parts: [{ type: "text", chunks: [text] }],
  usage: { input: 20, output: 5 },
});
const call = (name: string, input: object): Reply => ({
  parts: [{ type: "tool", name, input }],
  usage: { input: 20, output: 5 },
});
const askFor = (helper: string, question: string) => call("ask_helper", { helper, question });
const isFirst = ({ turn }: ProviderRequest) => turn === 0;

/** One step by itself, and one that has another helper work; `helped` by whom the helper is asked. */
const open = (steps: PlannedScript["steps"] = {}) =>
  openPlanned({ plans: [[step("own", [], { helper: "researcher" }), step("alone")]], steps });

const messagesOf = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-helper" ? [part.data] : []));

const toolsOf = ({ body }: ProviderRequest) => JSON.stringify(body["tools"] ?? []);

async function readStep(services: TestServices, reply: ChatMessage) {
  const place = planOf(reply)?.steps[0]?.conversationId ?? "";
  return services.runs.readConversation("owner", place, { limit: 4 });
}

describe("a helper that asks another helper", () => {
  it("is given its answer, which stands with its question in the log of the plan", async () => {
    const { services, provider } = await open({
      own: [(request) => (isFirst(request) ? askFor("analyst", "Do: sum of 2 and 3") : say("It is 5."))],
      "sum of 2 and 3": [say("The sum is 5.")],
    });
    const reply = await askPlanned(services);
    expect(statuses(reply)).toEqual({ own: "completed", alone: "completed" });
    const between = messagesOf(reply).map(({ kind, from, to, text }) => `${kind} ${from} ${to} ${text}`);
    expect(between).toContain("question s1 Analyst Do: sum of 2 and 3");
    expect(between).toContain("result Analyst s1 The sum is 5.");
    const asked = provider.requests.filter((request) => wordsOf(request).includes("sum of 2 and 3"));
    expect(toolsOf(asked[0] as ProviderRequest)).not.toContain("memory_save");
    expect(wordsOf(asked.at(-1) as ProviderRequest)).toContain("The sum is 5.");
    const { conversations } = await services.runs.listConversations("owner", { limit: 10 });
    expect(conversations.map(({ id }) => id)).toEqual(["c1"]);
  });

  it("pays for it from the step's money, and its conversation is deleted with the plan's", async () => {
    const { services } = await open({
      own: [(request) => (isFirst(request) ? askFor("analyst", "Do: sum") : say("It is 5."))],
    });
    const made = await readStep(services, await askPlanned(services));
    const part = made.messages.at(-1)?.parts.find(({ type }) => type === "tool-ask_helper");
    const place =
      part?.type === "tool-ask_helper" && part.state === "output-available" && part.output.ok
        ? part.output.data.conversationId
        : expect.fail("Nobody was asked.");
    const helped = await services.runs.readConversation("owner", place, { limit: 4 });
    expect(textOf(helped.messages.at(-1) as ChatMessage)).toBe("Result of sum.");
    await services.runs.deleteConversation("owner", "c1");
    await expect(services.runs.readConversation("owner", place, { limit: 4 })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it.each([
    ["itself", "researcher", "is waiting for this already"],
    ["somebody who is not there", "plumber", "There is no helper plumber"],
  ])("is told that it cannot ask %s, and goes on", async (_what, helper, told) => {
    const { services, provider } = await open({
      own: [(request) => (isFirst(request) ? askFor(helper, "Do: it") : say("Done alone."))],
    });
    const reply = await askPlanned(services);
    expect(statuses(reply)).toEqual({ own: "completed", alone: "completed" });
    expect(provider.requests.map(wordsOf).join("\n")).toContain(told);
    expect(provider.requests.map(wordsOf).join("\n")).not.toContain("Do: it.");
  });

  it("cannot ask back whoever asked it, nor may the third in a row ask anybody", async () => {
    const tools: string[] = [];
    const { services, provider } = await open({
      own: [(request) => (isFirst(request) ? askFor("analyst", "Do: first") : say("Done."))],
      first: [
        (request) =>
          request.turn === 0
            ? askFor("researcher", "Do: back")
            : request.turn === 1
              ? askFor("writer", "Do: second")
              : say("First."),
      ],
      second: [
        (request) => {
          tools.push(toolsOf(request));
          return say("Second.");
        },
      ],
    });
    const reply = await askPlanned(services);
    expect(statuses(reply)).toEqual({ own: "completed", alone: "completed" });
    expect(provider.requests.map(wordsOf).join("\n")).toContain("researcher is waiting for this already");
    expect(tools).not.toEqual([]);
    expect(tools.join("\n")).not.toContain("ask_helper");
    expect(messagesOf(reply).map(({ from, to }) => `${from} ${to}`)).toContain("Analyst Writer");
  });

  it("is offered to steps of plans alone", async () => {
    const { services, provider } = await open();
    await askPlanned(services, { plan: "never" });
    expect(provider.requests.map(toolsOf).join("\n")).not.toContain("ask_helper");
    expect((await read(services)).messages).toHaveLength(2);
  });
});
