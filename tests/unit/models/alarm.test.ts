import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { alarms, createAlarm } from "@/lib/models/alarm";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const toError = () => new Error("too late");

describe("the alarm over a call", () => {
  it("aborts the call when the limit passes", async () => {
    const alarm = createAlarm(undefined);
    alarm.start(40, toError);
    vi.advanceTimersByTime(40);
    await expect(alarm.failed).rejects.toThrow("too late");
    expect(alarm.signal.aborted).toBe(true);
  });

  it("counts anew with each sign of life", () => {
    const alarm = createAlarm(undefined);
    alarm.start(40, toError);
    vi.advanceTimersByTime(30);
    alarm.listen();
    vi.advanceTimersByTime(30);
    expect(alarm.signal.aborted).toBe(false);
  });

  it("does not count the time that a slow reader takes, and counts again afterwards", () => {
    const alarm = createAlarm(undefined);
    alarm.start(40, toError);
    alarm.rest();
    vi.advanceTimersByTime(1_000);
    expect(alarm.signal.aborted).toBe(false);
    alarm.listen();
    vi.advanceTimersByTime(40);
    expect(alarm.signal.aborted).toBe(true);
  });

  it("counts nothing while it is paused, nor does the one around it, and then anew unless it has ended", () => {
    const outer = createAlarm(undefined);
    outer.limit(100, toError);
    const inner = alarms.run(outer, () => createAlarm(outer.signal));
    inner.start(40, toError);
    inner.limit(60, toError);
    vi.advanceTimersByTime(30);
    const goOn = inner.pause();
    vi.advanceTimersByTime(1_000);
    goOn();
    vi.advanceTimersByTime(39);
    expect([inner, outer].map(({ signal }) => signal.aborted)).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect([inner, outer].map(({ signal }) => signal.aborted)).toEqual([true, false]);
    const late = outer.pause();
    outer.end();
    late();
    vi.advanceTimersByTime(1_000);
    expect(outer.signal.aborted).toBe(false);
  });

  it("passes the caller's stop and its reason on", async () => {
    const stop = new AbortController();
    const alarm = createAlarm(stop.signal);
    stop.abort(new Error("the person stopped it"));
    await expect(alarm.failed).rejects.toThrow("the person stopped it");
    expect(alarm.isStopped()).toBe(true);
  });

  it("leaves nothing behind when it ends", () => {
    const alarm = createAlarm(undefined);
    alarm.start(40, toError);
    alarm.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(alarm.signal.aborted).toBe(false);
  });
});
