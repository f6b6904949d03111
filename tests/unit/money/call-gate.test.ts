import { describe, expect, it } from "vitest";
import { createCallGate, type Leave } from "@/lib/money/call-gate";

/** A gate, and who was let in through it in which order. */
function open(limits: { most: number; mostOfPerson: number }) {
  const gate = createCallGate(limits);
  const entered: string[] = [];
  const leaves = new Map<string, Leave>();
  const enter = async (name: string, signal?: AbortSignal, onWait?: () => () => void): Promise<void> => {
    const leave = await gate.enter(name.slice(0, 1), { signal, onWait });
    entered.push(name);
    leaves.set(name, leave);
  };
  /** Ends a call; what waited has been let in when it is awaited. */
  const leave = async (name: string): Promise<void> => {
    leaves.get(name)?.();
    await new Promise(setImmediate);
  };
  return { enter, leave, entered };
}

describe("calls of models in flight", () => {
  it("are as many as there is room for, in all and for one person", async () => {
    const { enter, leave, entered } = open({ most: 3, mostOfPerson: 2 });
    const waiting = [enter("a1"), enter("a2"), enter("a3"), enter("b1"), enter("b2")];
    await new Promise(setImmediate);
    expect(entered).toEqual(["a1", "a2", "b1"]);
    await leave("b1");
    expect(entered).toEqual(["a1", "a2", "b1", "b2"]);
    await leave("a2");
    await leave("a2");
    expect(entered).toEqual(["a1", "a2", "b1", "b2", "a3"]);
    await Promise.all(waiting);
  });

  it("are let in from each person in turn, however many of one wait, and in their own order", async () => {
    const { enter, leave, entered } = open({ most: 1, mostOfPerson: 1 });
    const names = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"];
    const waiting = names.map((name) => enter(name));
    await new Promise(setImmediate);
    for (let at = 0; at < names.length; at += 1) await leave(entered[at] ?? "");
    await Promise.all(waiting);
    expect(entered).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("are given up while they wait, and take nobody's place", async () => {
    const { enter, leave, entered } = open({ most: 1, mostOfPerson: 1 });
    await enter("a1");
    const stop = new AbortController();
    const stopped = enter("b1", stop.signal);
    const next = enter("b2");
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    await expect(enter("c1", AbortSignal.abort(new Error("over")))).rejects.toThrow("over");
    await leave("a1");
    await next;
    expect(entered).toEqual(["a1", "b2"]);
  });

  it("say when they wait, and when they do no longer", async () => {
    const { enter, leave } = open({ most: 1, mostOfPerson: 1 });
    const told: string[] = [];
    const onWait = (name: string) => () => {
      told.push(`${name} waits`);
      return () => void told.push(`${name} goes on`);
    };
    await enter("a1", undefined, onWait("a1"));
    const next = enter("b1", undefined, onWait("b1"));
    expect(told).toEqual(["b1 waits"]);
    await leave("a1");
    await next;
    expect(told).toEqual(["b1 waits", "b1 goes on"]);
  });
});
