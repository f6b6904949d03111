import { describe, expect, it } from "vitest";
import { textOf } from "@/tests/support/scripted-services";
import { statuses } from "@/tests/unit/engine/plans/open-planned";
import { emulator, hourMs, openWorkflow, whole } from "./open-workflow";

describe.skipIf(emulator === null)("a workflow on Firestore", () => {
  it("follows its kept steps when the person asks for it, in any instance", async () => {
    const { second, id, find, readReply } = await openWorkflow();
    const { conversationId } = await second.workflows.run("owner", id, {});
    const reply = await readReply(second, conversationId);
    expect(statuses(reply)).toEqual(whole);
    expect(textOf(reply)).toBe("All told.");
    expect(await find(second)).toMatchObject({ runs: [{ conversationId, isScheduled: false }], cut: null });
  });

  it("is asked once at its time, however many instances look", async () => {
    const { first, second, clock, now, asked, find, readReply, count } = await openWorkflow();
    clock.aheadMs += hourMs;
    await Promise.all([first.doDueWork(), second.doDueWork(), first.doDueWork(), second.doDueWork()]);
    const { runs, nextAt, problem } = await find(second);
    expect(runs).toMatchObject([{ isScheduled: true }]);
    expect(problem).toBeNull();
    expect(nextAt).toBeGreaterThan(now());
    expect(statuses(await readReply(second, runs[0]?.conversationId ?? ""))).toEqual(whole);
    expect(await count(second)).toBe(1);
    expect(asked).toEqual(["find Ulm", "tell"]);
  });
});
