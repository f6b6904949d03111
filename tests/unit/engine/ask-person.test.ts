import { approvalLimitMs } from "@/lib/protocol/limits";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { ask, call, closeAfter, read, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const question = { question: "Which Paris?", choices: ["France", "Texas"], default: "France" };

/** A model that asks, then says what it was told. */
async function openAsking(input: object = question, clock = { aheadMs: 0 }) {
  const provider = await startProviderServer(({ turn, body }) => {
    const told = /The person answers: (\w+)|Go on with: (\w+)/.exec(JSON.stringify(body));
    return turn === 0 ? call("ask_person", input) : text(`Told: ${told?.[1] ?? told?.[2] ?? "nothing"}`);
  });
  closeAfter(provider);
  const now = () => Date.now() + clock.aheadMs;
  const services = await openTestServices(
    { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
    undefined,
    {
      now,
      openStore: (config) =>
        openEmbeddedStore({ dataDir: config.driver === "embedded" ? config.dataDir : "", now }),
    },
  );
  closeAfter({ close: () => services.dispose() });
  return services;
}

const findAsked = ({ parts }: ChatMessage): string =>
  parts.flatMap((part) => (part.type === "data-approval" ? [part.id ?? ""] : []))[0] ?? "";

async function say(
  services: TestServices,
  approvalId: string,
  given: Parameters<TestServices["runs"]["answerApproval"]>[1],
) {
  const place = { userId: "owner", conversationId: "c1", approvalId };
  const taken = await services.runs.answerApproval(place, given);
  return taken?.reply ?? expect.fail("The reply does not go on.");
}

describe("a question of the model to the person", () => {
  it("waits, and goes on with the answer", async () => {
    const services = await openAsking();
    const asked = await ask(services);
    expect(asked.metadata?.outcome).toBeUndefined();
    const given = { decision: "edit" as const, input: { ...question, answer: "Texas" } };
    const reply = await say(services, findAsked(asked), given);
    expect(textOf(reply)).toBe("Told: Texas");
    expect(toolParts(reply).at(-1)).toMatchObject({
      output: { data: { answer: "Texas", isAnswered: true } },
    });
  });

  it("is not put before the person while something is missing that the model has to give", async () => {
    const services = await openAsking({ question: "Which Paris?", choices: ["France", "Texas"] });
    const reply = await ask(services);
    expect(reply.metadata?.outcome).toBe("completed");
    expect(findAsked(reply)).toBe("");
    expect(toolParts(reply).at(-1)).toMatchObject({ output: { ok: false } });
  });

  it("refuses words that were sent to the route of another kind, and still takes them on its own", async () => {
    const services = await openAsking();
    const id = findAsked(await ask(services));
    const place = { userId: "owner", conversationId: "c1", id };
    await expect(services.runs.answerQuestion(place, "Texas")).rejects.toMatchObject({
      code: "invalid_request",
    });
    const given = { decision: "edit" as const, input: { ...question, answer: "Texas" } };
    expect(textOf(await say(services, id, given))).toBe("Told: Texas");
  });

  it("goes on with what was stated when the person lets it", async () => {
    const services = await openAsking();
    expect(textOf(await say(services, findAsked(await ask(services)), { decision: "approve" }))).toBe(
      "Told: France",
    );
  });

  it("goes on with what was stated when nobody answers in time", async () => {
    const clock = { aheadMs: 0 };
    const services = await openAsking(question, clock);
    await ask(services);
    clock.aheadMs = approvalLimitMs + 1_000;
    await services.runs.sweep();
    await expect.poll(async () => (await read(services)).activeRunId, { timeout: 10_000 }).toBeNull();
    const reply = (await read(services)).messages.at(-1);
    expect(reply && textOf(reply)).toBe("Told: France");
    expect(reply?.parts.find(({ type }) => type === "data-approval")).toMatchObject({
      data: { state: "expired" },
    });
  });

  it("takes no answer that the model itself wrote", async () => {
    const services = await openAsking({ ...question, answer: "Texas" });
    expect(textOf(await say(services, findAsked(await ask(services)), { decision: "approve" }))).toBe(
      "Told: France",
    );
  });
});
