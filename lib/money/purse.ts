import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@/lib/errors";
import type { Entering, Leave } from "./call-gate";

/** Money that is set aside for a paid act. `settle` puts what it really cost in its place, once. */
export type Hold = { settle(microUsd: number): Promise<void> };

/**
 * Whose money pays, and among whose calls one of a model counts. `hold` throws `quota_exhausted` for what it
 * cannot pay; `enterCall` waits until there is room, and rejects with the signal's reason.
 */
export type Purse = {
  hold(mostMicroUsd: number): Promise<Hold>;
  enterCall(entering: Entering): Promise<Leave>;
};

const paying = new AsyncLocalStorage<Purse>();

/** Every paid act that `work` begins, however deep inside, is paid from this purse. */
export function payFrom<T>(purse: Purse, work: () => T): T {
  return paying.run(purse, work);
}

/** Waits for room for a call of a model. What nobody pays for, an administrator's test, is not counted. */
export async function enterCall(entering: Entering): Promise<Leave> {
  return (await paying.getStore()?.enterCall(entering)) ?? (() => undefined);
}

/**
 * The one way to a paid act: a call of a model, a picture, a search, a reading, an embedding. What it may
 * cost at most is set aside before it begins, so that acts at the same time cannot pass the budget together;
 * one that fails costs nothing. Throws `quota_exhausted`, and `internal` where nobody has said who pays.
 */
export async function pay<T>(
  mostMicroUsd: number,
  act: () => Promise<T>,
  toCost: (result: T) => number,
): Promise<T> {
  if (mostMicroUsd === 0) return act();
  const purse = paying.getStore();
  if (purse === undefined) throw new AppError("internal", "Nobody was named who pays for this.");
  const hold = await purse.hold(mostMicroUsd);
  let cost = 0;
  try {
    const result = await act();
    cost = toCost(result);
    return result;
  } finally {
    await hold.settle(cost);
  }
}

/** The purse of one person beside their replies; `charge` counts what is spent already. */
export type PersonPurse = Purse & { charge(microUsd: number): Promise<void> };
export type RunPurse = ReturnType<typeof createRunPurse>;

/**
 * What is set aside for one reply. The loop bounds its own steps by what is left; what the acts of a step
 * must leave for it and for the answer is kept back here. Once it is closed, what still goes on beside the
 * stored reply is paid by the person's own purse.
 */
export function createRunPurse(initialMicroUsd: number, person: PersonPurse) {
  let budgetMicroUsd = initialMicroUsd;
  let spent = 0;
  let held = 0;
  let reserve = 0;
  let isClosed = false;

  async function settle(mostMicroUsd: number, microUsd: number): Promise<void> {
    held -= mostMicroUsd;
    if (isClosed) await person.charge(microUsd);
    else spent += microUsd;
  }

  return {
    enterCall: person.enterCall,
    async hold(mostMicroUsd: number): Promise<Hold> {
      if (isClosed) return person.hold(mostMicroUsd);
      if (spent + held + reserve + mostMicroUsd > budgetMicroUsd)
        throw new AppError(
          "quota_exhausted",
          `What this answer may cost (${toCents(budgetMicroUsd)} cents) does not allow it: it may cost ${toCents(mostMicroUsd)} cents.`,
        );
      held += mostMicroUsd;
      return { settle: (microUsd) => settle(mostMicroUsd, microUsd) };
    },
    /** What is set aside for the reply from now on. */
    setBudget: (microUsd: number): void => void (budgetMicroUsd = microUsd),
    budgetMicroUsd: (): number => budgetMicroUsd,
    /** A step of the loop begins, beside which so much is to be left. */
    beginStep: (reserveMicroUsd: number): void => void (reserve = reserveMicroUsd),
    endStep(microUsd: number): void {
      reserve = 0;
      spent += microUsd;
    },
    /**
     * Counts what was spent without having been asked for, by a tool that was registered while the server
     * runs.
     */
    add: (microUsd: number): void => void (spent += microUsd),
    /**
     * What the log says that was spent, by an earlier worker too; what it does not hold is not forgotten
     * here.
     */
    restore: (microUsd: number): void => void (spent = Math.max(spent, microUsd)),
    spentMicroUsd: (): number => spent,
    /** With what is set aside at the moment. */
    takenMicroUsd: (): number => spent + held,
    close: (): void => void (isClosed = true),
  };
}

/** Micro-dollars as cents, to a hundredth. */
function toCents(microUsd: number): number {
  return Math.round(microUsd / 100) / 100;
}
