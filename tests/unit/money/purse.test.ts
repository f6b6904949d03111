import { describe, expect, it } from "vitest";
import { createRunPurse, pay, payFrom, type PersonPurse } from "@/lib/money/purse";
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
  pay(
    most,
    async () => cost,
    (result) => result,
  );
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
    const slow = payFrom(purse, () =>
      pay(
        60,
        () => gate,
        (cost) => cost,
      ),
    );
    await expect(payFrom(purse, () => act(41, 1))).rejects.toMatchObject(refused);
    release(10);
    await slow;
    await payFrom(purse, () => act(41, 1));
    expect([purse.spentMicroUsd(), purse.takenMicroUsd()]).toEqual([11, 11]);
  });

  it("costs nothing when it fails", async () => {
    const purse = createRunPurse(100, openPerson().person);
    const failing = pay.bind(
      null,
      60,
      () => Promise.reject(new Error("no")),
      () => 60,
    );
    await expect(payFrom(purse, () => failing())).rejects.toThrow("no");
    expect(purse.takenMicroUsd()).toBe(0);
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
