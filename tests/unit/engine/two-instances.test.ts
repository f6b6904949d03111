import { describe, expect, it } from "vitest";
import { readEvents } from "@/tests/support/read-events";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import { text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { openInstances } from "./instances";

const emulator = await findSharedEmulator();
const owner = "owner";

describe.skipIf(emulator === null)("two instances over one Firestore", () => {
  it("show the same conversation", async () => {
    const { first, second } = await openInstances(emulator, () => text("Four."));
    await (
      await first.runs.start(owner, toQuestion("What is two and two?"))
    ).reply;
    const seen = await second.runs.readConversation(owner, "c1", { limit: 40 });
    expect(seen.messages.map(textOf)).toEqual(["What is two and two?", "Four."]);
    expect((await second.runs.listConversations(owner, { limit: 10 })).conversations).toMatchObject([
      { id: "c1", activeRunId: null },
    ]);
  });

  it("leave a reply alone that the other one makes", async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { first, second } = await openInstances(emulator, async () => {
      await gate;
      return text("Late.");
    });
    const started = await first.runs.start(owner, toQuestion("Wait"));
    const seen = await second.runs.readConversation(owner, "c1", { limit: 40 });
    expect(seen.activeRunId).not.toBeNull();
    expect(await second.runs.getRecord(owner, seen.activeRunId ?? "")).toMatchObject({
      status: "running",
      conversationId: "c1",
    });
    await expect(second.runs.start(owner, toQuestion("Again", { message: "m2" }))).rejects.toMatchObject({
      code: "run_active",
    });
    letGo();
    expect(textOf(await started.reply)).toBe("Late.");
    expect(await readEvents((await second.runs.start(owner, toQuestion("Wait"))).stream())).toContainEqual(
      expect.objectContaining({ type: "text-delta", delta: "Late." }),
    );
  });

  it("count one person's messages together and never let more through than the limit", async () => {
    const { first, second } = await openInstances(emulator, () => text("Yes."));
    await first.saveSettings({ messagesPerDay: 5 }, 0, {
      id: owner,
      name: "Owner",
      email: null,
      role: "admin",
    });
    second.settings.forget();
    const starts = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? first : second).runs.start(
        owner,
        toQuestion("Go", { conversation: `c${n}`, message: `m${n}` }),
      ),
    );
    const results = await Promise.allSettled(starts);
    const taken = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const codes = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
    );
    await Promise.all(taken.map(({ reply }) => reply));
    console.info(
      `20 starts at once over two instances: ${taken.length} taken, refused: ${[...new Set(codes)].join(", ")}`,
    );
    expect(taken).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(["quota_exhausted"]));
    expect((await first.quotas.read(owner)).used.messagesToday).toBe(5);
  });

  it("obey settings that the other one saved", async () => {
    const { first, second } = await openInstances(emulator, () => text("Yes."));
    await second.settings.get();
    await first.saveSettings({ maxIterations: 9 }, 0, {
      id: owner,
      name: "Owner",
      email: null,
      role: "admin",
    });
    await expect.poll(async () => (await second.settings.get()).settings.maxIterations).toBe(9);
  });
});
