import { describe, expect, it } from "vitest";
import { startSessionMcp } from "@/tests/support/session-mcp";
import { ask, closeAfter } from "@/tests/support/scripted-services";
import { openCalling, outputOf, reading, take } from "@/tests/support/taken-tools";

const beside = { type: "text", text: "Beside it." };

/** Every kind of content with something of it missing or wrong, and what the model reads of it. */
const odd: [string, unknown, string][] = [
  [
    "a picture that is not Base64",
    { type: "image", data: "no base64 !!!", mimeType: "image/png" },
    "image/png, its data is not Base64",
  ],
  ["a picture without data", { type: "image", mimeType: "image/png" }, "image/png, its data is not Base64"],
  [
    "a picture that is none",
    { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
    "image/png, 5 bytes",
  ],
  ["a sound without a type", { type: "audio", data: 7 }, "its data is not Base64"],
  ["a text without words", { type: "text" }, "A text without its text"],
  ["a resource that is a word", { type: "resource", resource: "log" }, "A resource without its resource"],
  [
    "a resource that is not Base64",
    { type: "resource", resource: { uri: "log://1", blob: "%%" } },
    "log://1, its data is not Base64",
  ],
  ["a link without an address", { type: "resource_link" }, "Not readable"],
  ["a kind that nobody knows", { type: "hologram", data: "x" }, "cannot be read: hologram"],
  ["no kind", { text: "x" }, "cannot be read: none"],
  ["a part that is a word", "x", "cannot be read: none"],
];

async function read(result: unknown) {
  const { services, provider } = await openCalling("mcp_far_look");
  const server = await startSessionMcp([{ name: "look", ...reading }], {
    look: (call) => call.answer(result),
  });
  closeAfter(server);
  await take(services, server.endpoint, { policy: { approval: "never" } });
  const output = outputOf(await ask(services));
  expect(server.calls).toEqual(["look"]);
  return { output, told: JSON.stringify(provider.requests.at(-1)?.body["messages"]) };
}

describe("an answer that is not as the protocol has it", () => {
  it.each(odd)(
    "is named where it stands, beside what can be read, and called for once: %s",
    async (_what, part, named) => {
      const { output, told } = await read({ content: [part, beside] });
      expect(output).toMatchObject({ ok: true });
      expect(told).toContain(named);
      expect(told).toContain("Beside it.");
    },
  );

  it.each([
    ["nothing", {}],
    ["a list", []],
    ["a number", 7],
    ["content that is a word", { content: "Calm." }],
  ])("is named as a whole, and called for once: %s", async (_what, result) => {
    const { output, told } = await read(result);
    expect(output).toMatchObject({ ok: true });
    expect(told).toContain("The answer has no content");
  });

  it("is read where only its structure came", async () => {
    expect((await read({ structuredContent: { sea: "calm" } })).told).toContain("calm");
  });
});
