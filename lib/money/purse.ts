import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@/lib/errors";
import type { Entering, Leave } from "./call-gate";

/** Money that is set aside for a paid act. `settle` puts what it really cost in its place, once. */
export type Hold = { settle(microUsd: number): Promise<void> };

/** An act that a person is told of by its name where money refuses it. */
export type PaidAct = "search" | "picture" | "page";

/**
 * Whose money pays, and among whose calls one of a model counts. `hold` throws `quota_exhausted` for what it
 * cannot pay; `enterCall` waits until there is room, and rejects with the signal's reason.
 */
export type Purse = {
  hold(mostMicroUsd: number, act?: PaidAct): Promise<Hold>;
  enterCall(entering: Entering): Promise<Leave>;
};

/** What acts have cost so far, in micro-dollars. */
export type SpentMoney = { microUsd: number };

const paying = new AsyncLocalStorage<{ purse?: Purse; spent?: SpentMoney }>();

/** Every paid act that `work` begins, however deep inside, is paid from this purse. */
export function payFrom<T>(purse: Purse, work: () => T): T {
  return paying.run({ purse }, work);
}

/** Waits for room for a call of a model. What nobody pays for, an administrator's test, is not counted. */
export async function enterCall(entering: Entering): Promise<Leave> {
  return (await paying.getStore()?.purse?.enterCall(entering)) ?? (() => undefined);
}

/** Adds to `spent` what the paid acts cost that `work` begins, also where it fails. */
export function countSpent<T>(spent: SpentMoney, work: () => T): T {
  return paying.run({ ...paying.getStore(), spent }, work);
}

/**
 * Says what has been paid as soon as that is known. `chargeMicroUsd` counts against the money, also where the
 * price is unknown and `costMicroUsd` therefore less.
 */
export type Spend = (chargeMicroUsd: number, costMicroUsd?: number) => void;

/**
 * The one way to a paid act: a call of a model, a picture, a search, a reading, an embedding. What it may
 * cost at most is set aside before it begins, so that acts at the same time cannot pass the budget together;
 * one that fails costs what it has spent by then. Throws `quota_exhausted`, and `internal` where nobody has
 * said who pays.
 */
export async function pay<T>(
  mostMicroUsd: number,
  act: (spend: Spend) => Promise<T>,
  name?: PaidAct,
): Promise<T> {
  if (mostMicroUsd === 0) return act(() => undefined);
  const { purse, spent } = paying.getStore() ?? {};
  if (purse === undefined) throw new AppError("internal", "Nobody was named who pays for this.");
  const hold = await purse.hold(mostMicroUsd, name);
  let charge = 0;
  try {
    return await act((chargeMicroUsd, costMicroUsd = chargeMicroUsd) => {
      charge += chargeMicroUsd;
      if (spent !== undefined) spent.microUsd += costMicroUsd;
    });
  } finally {
    await hold.settle(charge);
  }
}

/** The purse of one person beside their replies; `charge` counts what is spent already. */
export type PersonPurse = Purse & { charge(microUsd: number): Promise<void> };
/** An act that a reply cannot pay, in cents: what it may cost, what is left for it, what all may cost. */
export type MoneyRefusal = { act: PaidAct; most: number; left: number; all: number };

/**
 * What is set aside for one reply. The loop bounds its own steps by what is left; what the acts of a step
 * must leave for it and for the answer is kept back here. Once it is closed, what still goes on beside the
 * stored reply is paid by the person's own purse. `onRefused` hears once of each kind of act.
 */
export function createRunPurse(
  initialMicroUsd: number,
  person: PersonPurse,
  onRefused: (refusal: MoneyRefusal) => void = () => undefined,
) {
  let budgetMicroUsd = initialMicroUsd;
  let spent = 0;
  let held = 0;
  let reserve = 0;
  let isClosed = false;
  const refuse = createRefusing(onRefused);

  async function settle(mostMicroUsd: number, microUsd: number): Promise<void> {
    held -= mostMicroUsd;
    if (isClosed) await person.charge(microUsd);
    else spent += microUsd;
  }

  return {
    enterCall: person.enterCall,
    async hold(mostMicroUsd: number, act?: PaidAct): Promise<Hold> {
      if (isClosed) return person.hold(mostMicroUsd);
      const left = Math.max(0, budgetMicroUsd - spent - held - reserve);
      if (mostMicroUsd > left) throw refuse(act, mostMicroUsd, left, budgetMicroUsd);
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

/** Gives the error, and tells of the first of each kind of act. */
function createRefusing(onRefused: (refusal: MoneyRefusal) => void) {
  const told = new Set<PaidAct>();
  return (act: PaidAct | undefined, ...microUsd: [most: number, left: number, all: number]): AppError => {
    const [most, left, all] = microUsd.map(toCents) as typeof microUsd;
    if (act !== undefined && !told.has(act)) onRefused({ act, most, left, all });
    if (act !== undefined) told.add(act);
    const subject = act === undefined ? "It" : subjects[act];
    return new AppError(
      "quota_exhausted",
      `${subject} may cost ${most} cents, and ${left} of the ${all} cents for this answer are left for it.`,
    );
  };
}

const subjects: Record<PaidAct, string> = {
  search: "A search",
  picture: "A picture",
  page: "Reading the page",
};

/** Micro-dollars as cents, to a hundredth. */
function toCents(microUsd: number): number {
  return Math.round(microUsd / 100) / 100;
}
