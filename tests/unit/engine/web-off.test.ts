import { describe, expect, it } from "vitest";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { step } from "@/tests/support/planned-script";
import { call, openWith, read, text } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { ProviderServer } from "@/tests/support/wire/provider-server";
import { askPlanned, openPlanned, statuses } from "./plans/open-planned";

/** Whether any call of the model was offered a tool of the web. */
const isWebOffered = ({ requests }: ProviderServer): boolean =>
  requests.some(({ body }) => /"web_(search|fetch)"/.test(JSON.stringify(body["tools"] ?? [])));

const open = () => openWith(() => text("Without looking it up: yes."));

async function ask(services: TestServices, options: ChatOptions) {
  const reply = await (await services.runs.start("owner", { ...toQuestion("Is it so?"), options })).reply;
  return services.runs.getRecord("owner", reply.metadata?.runId ?? "");
}

/** The newest answer once more; says whether the web was offered this time. */
async function askAgain({ services, provider }: Awaited<ReturnType<typeof open>>, options: ChatOptions) {
  provider.requests.splice(0);
  await (
    await services.runs.start("owner", { id: "c1", trigger: "regenerate-message", options })
  ).reply;
  return isWebOffered(provider);
}

describe("a question with the web off", () => {
  it("is offered no tool of the web, and the model is told that it has none", async () => {
    const { services, provider } = await open();
    const record = await ask(services, { web: false });
    expect(isWebOffered(provider)).toBe(false);
    const told = JSON.stringify(provider.requests[0]?.body["messages"]);
    expect(told).toContain("web search and page reading");
    expect(told).not.toMatch(/web_search|web_fetch/);
    // Whoever goes on with the run, or makes it again, takes these.
    expect(record.settings.webSearchEnabled).toBe(false);
  });

  it("cannot have a page read all the same", async () => {
    const { services, provider } = await openWith(({ turn }) =>
      turn === 0 ? call("web_fetch", { urls: ["http://127.0.0.1:9/a"], query: "a" }) : text("I have not."),
    );
    const { steps } = await ask(services, { web: false });
    expect(steps.flatMap(({ toolCalls }) => toolCalls.map(({ status }) => status))).not.toContain("success");
    expect(isWebOffered(provider)).toBe(false);
  });

  it("keeps it when it is answered again, unless the request turns the web on", async () => {
    const opened = await open();
    await ask(opened.services, { web: false });
    const { messages } = await read(opened.services);
    expect(messages[0]?.metadata?.isWebOff).toBe(true);
    expect(await askAgain(opened, {})).toBe(false);
    expect(await askAgain(opened, { web: true })).toBe(true);
  });

  it("holds for that question alone", async () => {
    const { services, provider } = await open();
    await ask(services, { web: false });
    const again = { ...toQuestion("And this?", { message: "m2" }), options: {} };
    await (
      await services.runs.start("owner", again)
    ).reply;
    expect(isWebOffered(provider)).toBe(true);
  });

  it.each([
    ["off", { web: false }, false],
    ["on", {}, true],
  ])("is answered by steps and helpers with the web %s as well", async (_what, options, isOffered) => {
    const asked = call("ask_helper", { helper: "analyst", question: "Do: sum" });
    const { services, provider } = await openPlanned({
      plans: [[step("own", [], { helper: "researcher" }), step("alone")]],
      steps: { own: [({ turn }) => (turn === 0 ? asked : text("It is 5."))] },
    });
    const reply = await askPlanned(services, { mode: "thinking", ...options });
    expect(statuses(reply)).toEqual({ own: "completed", alone: "completed" });
    expect(provider.requests.some(({ body }) => JSON.stringify(body).includes("Do: sum"))).toBe(true);
    expect(isWebOffered(provider)).toBe(isOffered);
  });
});
