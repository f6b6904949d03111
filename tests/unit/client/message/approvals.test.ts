import { describe, expect, it } from "vitest";
import { isChangedCall, listApprovals, listWaiting } from "@/lib/client/message/approvals";
import { readTurn } from "@/lib/client/message/read-turn";
import { countTrail, isFailed, isRunning } from "@/lib/client/message/summarize-trail";
import { toEditedCallId } from "@/lib/protocol/edited-calls";
import type { ChatPart } from "@/lib/protocol/chat-message";
import {
  allowedPart,
  askedPart,
  deniedPart,
  toApprovalPart,
  toReply,
} from "@/tests/unit/client/approval-parts";

const text = (words: string): ChatPart => ({ type: "text", text: words, state: "done" });
const readStep = (parts: ChatPart[]) =>
  readTurn(toReply(parts)).steps.flatMap((step) => (step.kind === "tool" ? [step] : []))[0];

describe("what a reply asks the person", () => {
  it("stands in the answer where it was asked, with the call that it is about", () => {
    const turn = readTurn(toReply([askedPart, toApprovalPart("asked"), text("Done.")]));
    expect(turn.pieces.map(({ kind }) => kind)).toEqual(["approval", "text"]);
    expect(turn.pieces[0]).toMatchObject({
      approval: { id: "a1", state: "asked", dueAt: 301_000, part: askedPart },
    });
    expect(turn.answer).toBe("Done.");
  });

  it("is told apart from another question about a call of the same id by its own", () => {
    const again = { ...askedPart, approval: { id: "a2" } } as ChatPart;
    expect(listApprovals(toReply([deniedPart, again, toApprovalPart("denied")]))).toMatchObject([
      { id: "a1", part: deniedPart },
    ]);
  });

  it("waits only while the reply goes on: what was not answered before its end is not asked any more", () => {
    const parts = [askedPart, toApprovalPart("asked")];
    expect(listWaiting(toReply(parts))).toHaveLength(1);
    expect(listApprovals(toReply(parts, { outcome: "stopped" }))).toMatchObject([{ state: "ended" }]);
    expect(listWaiting(toReply(parts, { outcome: "stopped" }))).toEqual([]);
  });

  it("is not there without its call", () => {
    expect(listApprovals(toReply([toApprovalPart("asked")]))).toEqual([]);
  });
});

describe("a step that the person is asked about", () => {
  it("waits, and is neither running nor failed", () => {
    const step = readStep([askedPart, toApprovalPart("asked")]);
    expect(step && [isRunning(step), isFailed(step)]).toEqual([false, false]);
    expect(countTrail(readTurn(toReply([askedPart, toApprovalPart("asked")])).steps)).toMatchObject({
      waiting: 1,
      calls: [],
      failed: 0,
    });
  });

  it("runs once it is allowed", () => {
    const step = readStep([allowedPart, toApprovalPart("approved")]);
    expect(step && isRunning(step)).toBe(true);
  });

  it.each([
    ["denied", 1],
    ["expired", 1],
    ["edited", 0],
  ] as const)("that was %s is left out and no failure", (state, denied) => {
    expect(countTrail(readTurn(toReply([deniedPart, toApprovalPart(state)])).steps)).toMatchObject({
      denied,
      failed: 0,
      calls: [],
    });
  });

  it("that was made in place of a changed one is known by its id, as the protocol gives it", () => {
    const isChanged = (toolCallId: string) =>
      isChangedCall({ ...askedPart, toolCallId } as Parameters<typeof isChangedCall>[0]);
    expect([isChanged("t1"), isChanged(toEditedCallId("t1"))]).toEqual([false, true]);
  });
});
