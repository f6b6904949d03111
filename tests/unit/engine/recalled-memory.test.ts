import { describe, expect, it } from "vitest";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const idOf = (request: ProviderRequest) =>
  /recall_details: (r_\w{8})/.exec(JSON.stringify(request.body))?.[1] ?? "";
const places = [
  "Oslo",
  "Bergen",
  "Turin",
  "Lyon",
  "Porto",
  "Cork",
  "Graz",
  "Bonn",
  "Leeds",
  "Vilnius",
  "Tallinn",
  "Riga",
];

/** Reads a memory that is too long to stay whole, recalls it by its id, and then does what is asked. */
async function askAfterRecall(last: Reply) {
  const { services, provider } = await openWith(
    (request) =>
      [
        call("memory_retrieve", {}),
        call("get_current_time", {}),
        call("recall_details", { resultId: idOf(request), focus: "otter" }),
        last,
      ][provider.requests.length - 1] ?? text("Done."),
  );
  for (const place of places) {
    await services.memory.addByHand("owner", {
      content: `Keeps a note on otters at ${place}: ${`what the ${place} keeper wrote there `.repeat(10)}`,
      category: "project",
      tier: "important",
      confidence: 1,
      keywords: [],
    });
  }
  return ask(services, "What do my notes say?");
}

describe("memory that was too long and is recalled by its id", () => {
  it("is the person's own still: nobody has to be asked before what follows", async () => {
    const reply = await askAfterRecall(call("memory_save", { facts: [{ content: "Is fond of otters" }] }));
    expect(reply.parts).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          type: "tool-recall_details",
          output: expect.objectContaining({ ok: true, text: expect.stringContaining("otters at") }),
        }),
      ]),
    );
    expect(reply.parts.find(({ type }) => type === "tool-memory_save")).toMatchObject({
      state: "output-available",
      output: { ok: true },
    });
  });
});
