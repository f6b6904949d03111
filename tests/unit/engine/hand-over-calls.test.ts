import { describe, expect, it } from "vitest";
import { z } from "zod";
import { leaseMs } from "@/lib/engine/records/leases";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { call, read, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import { findRunId, goOn, openPair, openProcess, openProvider, readUntil } from "./cut-runs";

const outputsOf = (message: ChatMessage) =>
  toolParts(message).map((part) => ("output" in part ? part.output : null));
const never = () => new Promise<void>(() => undefined);

/** A tool that changes something and counts how often it did. */
function createBell() {
  let rung = 0;
  const hasRung = Promise.withResolvers<void>();
  const execute = async (wait: () => Promise<void>) => {
    rung += 1;
    hasRung.resolve();
    await wait();
    return { text: "Rung.", summary: "Rang the bell" };
  };
  return {
    countRung: () => rung,
    hasRung: hasRung.promise,
    register: ({ tools }: TestServices, wait: () => Promise<void> = async () => undefined) =>
      tools.register({
        name: "ring_bell",
        description: "Rings the bell.",
        inputSchema: z.object({}),
        effect: "changes",
        execute: () => execute(wait),
      }),
  };
}

describe("a call that changes something", () => {
  it("and was left behind by a hand-over is told as one that may have been made, and not made again", async () => {
    const bell = createBell();
    const provider = await openProvider(({ turn }) =>
      turn === 0 ? call("ring_bell", {}) : text("Perhaps."),
    );
    const { services } = await openProcess(provider);
    bell.register(services, never);
    await services.runs.start("owner", toQuestion("Ring"));
    await bell.hasRung;
    await services.close();
    const next = await openProcess(provider, { folder: services.dataDir });
    bell.register(next.services);
    const reply = await goOn(next.services);
    expect(bell.countRung()).toBe(1);
    expect(outputsOf(reply)).toMatchObject([
      { ok: false, message: expect.stringContaining("may or may not have been made") as string },
    ]);
    expect(textOf(reply)).toBe("Perhaps.");
  });

  it("is not made by a worker whose run another one has taken", async () => {
    const bell = createBell();
    const gate = Promise.withResolvers<void>();
    let asked = 0;
    const { first, second, provider, store, pass } = await openPair(
      async ({ turn }) => {
        asked += 1;
        if (asked === 1) await gate.promise;
        return turn === 0 ? call("ring_bell", {}) : text("Rung.");
      },
      // It does not hear that it has lost the run.
      { wrapFirst: (whole) => ({ ...whole, watch: () => () => undefined }) },
    );
    bell.register(first);
    bell.register(second);
    const started = await first.runs.start("owner", toQuestion("Ring"));
    await expect.poll(() => provider.requests.length).toBe(1);
    pass(leaseMs + 1_000);
    const taken = await second.runs.resume(await findRunId(store));
    expect(textOf((await taken?.reply) ?? expect.fail("Nothing was taken over."))).toBe("Rung.");
    gate.resolve();
    expect((await started.reply).metadata).toMatchObject({ outcome: "interrupted" });
    expect(bell.countRung()).toBe(1);
    expect(textOf((await read(second)).messages[1] ?? expect.fail())).toBe("Rung.");
  });
});

describe("calls that a hand-over cut off", () => {
  it("are made by the next worker, also when the one between was handed over while it made them", async () => {
    const look = { type: "tool" as const, name: "slow_look", input: {} };
    const provider = await openProvider(({ turn }) =>
      turn === 0
        ? {
            parts: [{ type: "tool", name: "calculate", input: { expression: "1+1" } }, look],
            usage: { input: 20, output: 5 },
          }
        : text("Done."),
    );
    const openLooking = async (wait: () => Promise<void>, folder?: string) => {
      const begun = Promise.withResolvers<void>();
      const { services } = await openProcess(provider, folder === undefined ? {} : { folder });
      const execute = async () => {
        begun.resolve();
        await wait();
        return { text: "Found it.", summary: "Found" };
      };
      services.tools.register({
        name: "slow_look",
        description: "Looks.",
        inputSchema: z.object({}),
        effect: "none",
        execute,
      });
      return { services, begun: begun.promise };
    };
    const first = await openLooking(never);
    const started = await first.services.runs.start("owner", toQuestion("Look"));
    await Promise.all([first.begun, readUntil(started.stream(), "tool-output-available")]);
    await first.services.close();
    const second = await openLooking(never, first.services.dataDir);
    await second.services.runs.sweep();
    await second.begun;
    await second.services.close();
    const third = await openLooking(async () => undefined, first.services.dataDir);
    const reply = await goOn(third.services);
    expect(outputsOf(reply)).toMatchObject([
      { ok: true, data: { result: "2" } },
      { ok: true, text: "Found it." },
    ]);
    expect(textOf(reply)).toBe("Done.");
  });
});
