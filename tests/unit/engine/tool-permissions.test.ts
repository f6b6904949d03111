import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ToolPermissions } from "@/lib/protocol/tool-permissions";
import { call, openWith, read, text, toolParts } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const calculate = call("calculate", { expression: "2*3" });

async function open(toolPermissions: ToolPermissions, first: Reply = calculate) {
  const opened = await openWith(({ turn }: ProviderRequest) => (turn === 0 ? first : text("Done.")));
  await opened.services.settings.update({ toolPermissions }, 0, "test");
  const askAs = async (userId: string) =>
    (await opened.services.runs.start(userId, toQuestion("2*3?"))).reply;
  const offered = () => JSON.stringify(opened.provider.requests.at(-1)?.body["tools"]);
  return { ...opened, askAs, offered };
}

const findAsked = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-approval" ? [{ id: part.id ?? "", ...part.data }] : []));
const answer = async (services: TestServices, approvalId: string, decision: "approve" | "deny") => {
  const place = { userId: "owner", conversationId: "c1", approvalId };
  await (
    await services.runs.answerApproval(place, { decision })
  )?.reply;
  return (await read(services)).messages.at(-1);
};

describe("a tool that a role is denied", () => {
  it("is not offered to it, and a call of it all the same fails as denied", async () => {
    const { services, askAs, offered } = await open({ member: { calculate: "deny" } });
    expect(toolParts(await askAs("owner"))).toMatchObject([{ output: { ok: true } }]);
    expect(offered()).toContain('"calculate"');
    const reply = await askAs("member");
    expect(toolParts(reply)).toMatchObject([{ state: "output-error" }]);
    expect(offered()).not.toContain('"calculate"');
    const { steps } = await services.runs.getRecord("member", reply.metadata?.runId ?? "");
    expect(steps[0]?.toolCalls).toMatchObject([{ tool: "calculate", status: "denied" }]);
  });

  it("is denied also when the permission is taken away while the model thinks", async () => {
    const { services, provider } = await openWith(async ({ turn }) => {
      if (turn > 0) return text("Done.");
      await services.settings.update({ toolPermissions: { admin: { calculate: "deny" } } }, 0, "test");
      return calculate;
    });
    const reply = await (await services.runs.start("owner", toQuestion("2*3?"))).reply;
    expect(toolParts(reply)).toMatchObject([{ output: { ok: false, kind: "denied" } }]);
    expect(provider.requests).toHaveLength(2);
  });

  it("may be one that is connected later, by the role's word on all others", async () => {
    const { services, askAs, offered } = await open(
      { admin: { "*": "deny", calculate: "allow" } },
      call("math_prime", { n: 7 }),
    );
    services.tools.register({
      ...{ name: "math.prime", description: "Says whether n is prime.", effect: "none", approval: "never" },
      inputSchema: { type: "object", properties: { n: { type: "number" } } },
      execute: async () => ({ text: "yes", summary: "yes" }),
    });
    expect(toolParts(await askAs("owner"))).toMatchObject([{ state: "output-error" }]);
    expect(offered()).toContain('"calculate"');
    expect(offered()).not.toContain('"math_prime"');
    expect(offered()).not.toContain('"web_search"');
  });
});

describe("a tool that is asked for", () => {
  it("waits for the person though nothing of others is there, and is made when they approve", async () => {
    const { services, askAs } = await open({ admin: { calculate: "ask" } });
    const [asked] = findAsked(await askAs("owner"));
    expect(asked).toMatchObject({ tool: "calculate", reason: "rule", state: "asked" });
    const reply = await answer(services, asked?.id ?? "", "approve");
    expect(reply && toolParts(reply)).toMatchObject([{ output: { ok: true } }]);
  });

  it("is not made when they deny it", async () => {
    const { services, askAs } = await open({ admin: { "*": "ask" } });
    const [asked] = findAsked(await askAs("owner"));
    const reply = await answer(services, asked?.id ?? "", "deny");
    expect(reply && toolParts(reply)).toMatchObject([{ state: "output-denied" }]);
  });
});

describe("a tool that always asks", () => {
  const forget = call("memory_forget", { facts: [{ content: "Lives in Nowhere" }] });

  it.each([
    ["is asked for where all others are allowed", { "*": "allow" as const }, 1],
    ["is made at once where its very name is allowed", { memory_forget: "allow" as const }, 0],
  ])("%s", async (_title, admin, questions) => {
    const { askAs } = await open({ admin }, forget);
    expect(findAsked(await askAs("owner"))).toHaveLength(questions);
  });
});
