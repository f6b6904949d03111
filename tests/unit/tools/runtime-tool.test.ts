import { toReplayChunks } from "@/lib/engine/log/replay-message";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import type { RuntimeTool } from "@/lib/engine/tools/runtime-tool";
import { ask, call, openWith, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import type { JSONSchema7 } from "ai";
import { describe, expect, it } from "vitest";

const parameters: JSONSchema7 = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
};

const weather: RuntimeTool<{ city: string }> = {
  name: "weather.now",
  description: "Tells the weather of a city.",
  inputSchema: parameters,
  effect: "none",
  execute: async ({ city }) => ({ text: `Rain in ${city}, 7 degrees.`, summary: `Looked at ${city}.` }),
};

const askOnce = (input: unknown) => (request: ProviderRequest) =>
  request.turn === 0 ? call("weather_now", input) : text("It rains.");
const toolNamesOf = (request: ProviderRequest | undefined) =>
  ((request?.body["tools"] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);

describe("a tool registered while the server runs", () => {
  it("is in the list at once and reaches the model with its description and its own schema", async () => {
    const { services, provider } = await openWith(() => text("Hello."));
    services.tools.register(weather);
    expect(services.tools.list().map(({ name }) => name)).toContain("weather.now");
    await ask(services);
    expect(provider.requests[0]?.body["tools"]).toContainEqual({
      type: "function",
      function: { name: "weather_now", description: "Tells the weather of a city.", parameters },
    });
    expect(JSON.stringify(provider.requests[0]?.body["messages"])).toMatch(
      /Tools you have: [a-z_, ]*, weather_now\./,
    );
  });

  it("is called, its result stands in the next request, and the reply holds it as a dynamic tool, also when it is read again", async () => {
    const { services, provider } = await openWith(askOnce({ city: "Oslo" }));
    services.tools.register(weather);
    const reply = await ask(services);
    expect(textOf(reply)).toBe("It rains.");
    expect(provider.requests[1]?.body["messages"]).toContainEqual(
      expect.objectContaining({ role: "tool", content: "Rain in Oslo, 7 degrees." }),
    );
    const drawn = [
      {
        type: "dynamic-tool",
        toolName: "weather_now",
        state: "output-available",
        input: { city: "Oslo" },
        output: { ok: true, summary: "Looked at Oslo.", meta: { version: "1.0", attempts: 1 } },
      },
    ];
    expect(toolParts(reply)).toMatchObject(drawn);
    expect(toolParts(await reduceMessage(toReplayChunks(reply), reply.id, {}))).toMatchObject(drawn);
    const { steps } = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(steps[0]?.toolCalls).toMatchObject([
      { tool: "weather.now", status: "success", summary: "Looked at Oslo." },
    ]);
  });

  it("answers a malformed input so that the model can repair it, and the run goes on", async () => {
    const { services, provider } = await openWith(askOnce({ city: { name: "Oslo" } }));
    services.tools.register(weather);
    const reply = await ask(services);
    expect(toolParts(reply)).toMatchObject([
      { type: "dynamic-tool", output: { ok: false, kind: "invalid_input" } },
    ]);
    expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain(
      "city: expected string, got an object",
    );
    expect(reply.metadata?.outcome).toBe("completed");
  });

  it("is offered from the next run on when a run is going", async () => {
    const { services, provider } = await openWith(({ turn }) => {
      if (services.tools.find("weather.now") === null) services.tools.register(weather);
      return turn === 0 ? call("calculate", { expression: "1+1" }) : text("Two.");
    });
    await ask(services);
    const second = await services.runs.start("owner", toQuestion("And now?", { message: "m2" }));
    await second.reply;
    expect(provider.requests.map((request) => toolNamesOf(request).includes("weather_now"))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("belongs to the services that it was registered with", async () => {
    const [one, other] = [await openWith(() => text("Hello.")), await openWith(() => text("Hello."))];
    one.services.tools.register(weather);
    expect(other.services.tools.find("weather.now")).toBeNull();
    await ask(other.services);
    expect(toolNamesOf(other.provider.requests[0])).not.toContain("weather_now");
  });
});
