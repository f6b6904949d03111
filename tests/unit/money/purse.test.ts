import { describe, expect, it } from "vitest";
import { countSpent, createRunPurse, pay, payFrom, type PaidAct, type PersonPurse } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";

function openPerson() {
  const seen: string[] = [];
  const person: PersonPurse = {
    ...plenty,
    hold: async (most) => {
      seen.push(`hold ${most}`);
      return { settle: async (cost) => void seen.push(`settle ${cost}`) };
    },
    charge: async (cost) => void seen.push(`charge ${cost}`),
  };
  return { person, seen };
}
const act = async (most: number, cost: number) =>
  pay(most, async (spend) => {
    spend(cost);
    return cost;
  });
const refused = { code: "quota_exhausted" };

describe("a paid act", () => {
  it("is refused while nobody is named who pays; one that costs nothing needs nobody", async () => {
    await expect(act(1, 1)).rejects.toMatchObject({ code: "internal" });
    await expect(act(0, 0)).resolves.toBe(0);
    await expect(payFrom(plenty, () => act(1, 1))).resolves.toBe(1);
  });

  it("holds what it may cost while it is made, and costs in the end what it cost", async () => {
    const purse = createRunPurse(100, openPerson().person);
    const { promise: gate, resolve: release } = Promise.withResolvers<number>();
    const slow = payFrom(purse, () => pay(60, async (spend) => spend(await gate)));
    await expect(payFrom(purse, () => act(41, 1))).rejects.toMatchObject(refused);
    release(10);
    await slow;
    await payFrom(purse, () => act(41, 1));
    expect([purse.spentMicroUsd(), purse.takenMicroUsd()]).toEqual([11, 11]);
  });

  it("costs what it had spent when it fails, which who counts hears", async () => {
    const purse = createRunPurse(100, openPerson().person);
    const spent = { microUsd: 0 };
    const fail = (microUsd: number) =>
      pay(60, async (spend) => {
        if (microUsd > 0) spend(microUsd, microUsd - 1);
        throw new Error("no");
      });
    for (const microUsd of [0, 7])
      await expect(payFrom(purse, () => countSpent(spent, () => fail(microUsd)))).rejects.toThrow("no");
    expect([purse.takenMicroUsd(), spent]).toEqual([7, { microUsd: 6 }]);
  });

  it("that is refused names what it may cost and what is left for it, once of each kind", async () => {
    const told: unknown[] = [];
    const purse = createRunPurse(100_000, openPerson().person, (refusal) => told.push(refusal));
    purse.beginStep(30_000);
    const refuse = (name?: PaidAct) => payFrom(purse, () => pay(80_000, async () => 0, name));
    for (const name of ["picture", "picture", "search"] as const)
      await expect(refuse(name)).rejects.toThrow(/ may cost 8 cents, and 7 of the 10 cents for this answer/);
    await expect(refuse()).rejects.toMatchObject(refused);
    const numbers = { most: 8, left: 7, all: 10 };
    expect(told).toEqual([
      { act: "picture", ...numbers },
      { act: "search", ...numbers },
    ]);
  });

  it("leaves what the step and the answer behind it need", async () => {
    const purse = createRunPurse(100, openPerson().person);
    purse.beginStep(50);
    await expect(payFrom(purse, () => act(51, 1))).rejects.toMatchObject(refused);
    purse.endStep(20);
    await payFrom(purse, () => act(51, 51));
    expect(purse.spentMicroUsd()).toBe(71);
  });

  it("is the person's once the reply is closed, also one that began before", async () => {
    const { person, seen } = openPerson();
    const purse = createRunPurse(100, person);
    const early = await purse.hold(30);
    purse.close();
    await early.settle(7);
    await payFrom(purse, () => act(200, 5));
    expect([seen, purse.spentMicroUsd()]).toEqual([["charge 7", "hold 200", "settle 5"], 0]);
  });
});
