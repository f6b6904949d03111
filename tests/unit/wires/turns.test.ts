import { describe, expect, it } from "vitest";
import { textOf } from "@/tests/support/scripted-services";
import { openProduct } from "@/tests/support/wire/product";
import { readModelRequest } from "@/tests/support/wire/read-request";
import type { Script } from "@/tests/support/wire/reply";
import { vendors, type Vendor } from "@/tests/support/wire/vendors";

const thought = "The first thing to find out";

/** Two calls at once, then an answer, in every turn; the calls' ids are the same ones each time, as vendors that number them do. */
const loop: Script = ({ turn }) =>
  turn === 0
    ? {
        parts: [
          { type: "reasoning", chunks: [thought] },
          { type: "tool", name: "calculate", input: { expression: "18% of 250" } },
          { type: "tool", name: "get_current_time", input: { timezone: "Asia/Tokyo" } },
        ],
      }
    : { parts: [{ type: "text", chunks: ["It is 45."] }] };

/** One line for each request: which calls it shows, and whether each has its result behind it in the same order. */
function describePairs(requests: Parameters<typeof readModelRequest>[0][]) {
  return requests.map((request) => {
    const { calls, results } = readModelRequest(request);
    return {
      calls: calls.map(({ name }) => name),
      isPaired: JSON.stringify(calls.map(({ id }) => id)) === JSON.stringify(results),
    };
  });
}

describe.for(vendors)("a second question over the wire of $name", (vendor) => {
  it("replays the first turn's calls and results in pairs, then makes its own", async ({
    onTestFinished,
  }) => {
    const { ask, calls } = await openProduct(vendor, loop, onTestFinished);
    await ask("What is 18 % of 250?");
    const { reply } = await ask("And once more?", { message: "m2" });
    const turn = ["calculate", "get_current_time"];
    expect(reply.metadata?.outcome).toBe("completed");
    expect(textOf(reply)).toBe("It is 45.");
    expect(describePairs(calls())).toEqual([
      { calls: [], isPaired: true },
      { calls: turn, isPaired: true },
      { calls: turn, isPaired: true },
      { calls: [...turn, ...turn], isPaired: true },
    ]);
  });

  it("carries the first question and its answer but not its reasoning, and ends with the new question", async ({
    onTestFinished,
  }) => {
    const { ask, views } = await openProduct(vendor, loop, onTestFinished);
    await ask("What is 18 % of 250?");
    await ask("And once more?", { message: "m2" });
    const sent = views()[2]?.messages ?? [];
    expect(JSON.stringify(sent[0])).toContain("What is 18 % of 250?");
    expect(JSON.stringify(sent.at(-1))).toContain("And once more?");
    expect(JSON.stringify(sent)).toContain("It is 45.");
    expect(JSON.stringify(sent)).not.toContain(thought);
  });

  it("shows the picture of the first question again", async ({ onTestFinished }) => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { ask, views } = await openProduct(
      vendor,
      () => ({ parts: [{ type: "text", chunks: ["A dot."] }] }),
      onTestFinished,
    );
    await ask("What is this?", { picture: png });
    await ask("What colour?", { message: "m2" });
    expect(views().map(({ pictures }) => pictures)).toEqual([[png], [png]]);
  });
});

/** Each vendor after each other one. */
const moves = vendors.flatMap((to) =>
  vendors.filter((from) => from !== to).map((from) => ({ from, to, names: `${from.name} → ${to.name}` })),
);

describe("a conversation that goes on with another vendor's model", () => {
  it.for(moves)("takes calls and results along: $names", async ({ from, to }, { onTestFinished }) => {
    const everybody = (url: string) =>
      Object.assign({}, ...vendors.map((vendor) => vendor.env(url))) as Record<string, string>;
    const both: Vendor = { ...from, env: everybody };
    const { ask, calls } = await openProduct(both, loop, onTestFinished, { MODEL_PRO: to.ref });
    await ask("What is 18 % of 250?");
    const { reply } = await ask("And once more?", { message: "m2", model: to.ref });
    expect(reply.metadata).toMatchObject({ outcome: "completed", model: to.ref });
    expect(describePairs(calls()).map(({ isPaired }) => isPaired)).toEqual([true, true, true, true]);
    expect(JSON.stringify(calls()[2]?.body)).not.toContain(thought);
  });
});
