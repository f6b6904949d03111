import { describe, expect, it, onTestFinished } from "vitest";
import { planOf, statuses } from "@/tests/unit/engine/plans/open-planned";
import { emulator, hourMs, openWorkflow, whole } from "./open-workflow";

describe.skipIf(emulator === null)("a workflow on Firestore", () => {
  it("goes on in another instance when its own dies in the middle, and is asked again at its next time", async () => {
    const silent = Promise.withResolvers<null>();
    const isSilent = Promise.withResolvers<null>();
    const { first, second, clock, now, asked, process, find, readReply, count } = await openWorkflow(
      async (title, times) => {
        if (title !== "tell" || times > 1) return;
        isSilent.resolve(null);
        await silent.promise;
      },
    );
    onTestFinished(() => {
      process.bury();
      silent.resolve(null);
    });
    clock.aheadMs += hourMs;
    void first.doDueWork().catch(() => undefined);
    await isSilent.promise;
    process.die();
    const place = (await find(second)).runs[0]?.conversationId ?? "";
    const goOn = async () => {
      await second.doDueWork();
      await Promise.all(await second.runs.sweep());
      return (await second.runs.readConversation("owner", place, { limit: 4 })).activeRunId;
    };
    await expect.poll(goOn, { timeout: 50_000, interval: 1_000 }).toBeNull();
    const reply = await readReply(second, place);
    expect(statuses(reply)).toEqual(whole);
    expect(planOf(reply)?.steps.map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(asked).toEqual(["find Ulm", "tell", "tell"]);
    expect(await count(second)).toBe(1);
    const { runs, nextAt } = await find(second);
    expect(runs).toHaveLength(1);
    clock.aheadMs += (nextAt ?? 0) - now() + 1_000;
    await second.doDueWork();
    await expect.poll(async () => (await find(second)).runs.length).toBe(2);
    expect(statuses(await readReply(second, (await find(second)).runs[0]?.conversationId ?? ""))).toEqual(
      whole,
    );
  }, 120_000);
});
