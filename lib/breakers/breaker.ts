import {
  circuitBreaker,
  CircuitState,
  type CircuitBreakerPolicy,
  handleWhen,
  type IBackoff,
  type IBreaker,
} from "cockatiel";
import type { BreakerReading } from "@/lib/protocol/breakers";

export type Thresholds = {
  /** Failures in a row after which calls are refused. */
  failures: number;
  /** For how long they are, before one is let through as a trial. */
  pauseMs: number;
};

export type BreakerOptions = { thresholds: () => Thresholds; now: () => number };

/** A call let through. The first report of its end counts; promises resolve when a report is taken in. */
export type CallAdmission = {
  /** The call has begun to answer: after a trial others are let through until the next failure. */
  began(): Promise<void>;
  succeeded(): Promise<void>;
  /** The message is shown to admins. */
  failed(message: string): Promise<void>;
  /** The call says nothing of what it called: it was stopped, or what it asked for was refused. */
  released(): Promise<void>;
};

export type Breaker = {
  /** `null` while calls are refused. What is admitted must be reported. */
  admit(): CallAdmission | null;
  read(): BreakerReading;
  /** As if nothing had failed. */
  reset(): void;
  /** Resolves when the trial that is under way is decided, or came to nothing; `null` without one. */
  findTrial(): Promise<void> | null;
};

/**
 * A circuit breaker whose thresholds may change any time. After so many failures in a row calls are refused
 * for the pause, then one goes through; others are refused meanwhile, but who has no other choice may wait.
 */
export function createBreaker({ thresholds, now }: BreakerOptions): Breaker {
  let failures = 0;
  let openedAt = 0;
  let last: BreakerReading["last"] = null;
  let policy = createPolicy();
  let trial: Promise<void> | null = null;

  /** A state is that of an earlier policy, whose trial came to nothing. */
  function createPolicy(initialState?: unknown): CircuitBreakerPolicy {
    const breaker: IBreaker = {
      state: null,
      // What ends well while it is shut began before; a trial that only began leaves the count as it is.
      success: () => void (policy.state === CircuitState.Closed && (failures = 0)),
      failure: () => (failures += 1) >= thresholds().failures,
    };
    const created = circuitBreaker(handleWhen(isFailure), {
      breaker,
      halfOpenAfter: createPause(isPaused),
      initialState,
    });
    created.onBreak(() => (openedAt = now()));
    return created;
  }

  /** A clock that was set back makes no pause longer. */
  function isPaused(): boolean {
    return Math.abs(now() - openedAt) < thresholds().pauseMs;
  }

  const leftMs = (): number => (isPaused() ? openedAt + thresholds().pauseMs - now() : 0);

  function hold(): Held {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    promise.catch(ignore);
    const isTrial = policy.state === CircuitState.Open;
    const taken = policy.execute(() => promise).then(ignore, ignore);
    if (isTrial) trial = taken;
    return { isTrial, taken, succeed: () => resolve(undefined), fail: reject };
  }

  return {
    admit() {
      const { state } = policy;
      if (state === CircuitState.HalfOpen || (state === CircuitState.Open && isPaused())) return null;
      return createAdmission(hold, {
        onFailure: (message) => (last = { message, at: now() }),
        // The library takes what is no failure for a success, which would end the trial well.
        onVainTrial: () => (policy = createPolicy(policy.toJSON())),
      });
    },
    reset() {
      failures = 0;
      last = null;
      policy = createPolicy();
    },
    findTrial: () => (policy.state === CircuitState.HalfOpen ? trial : null),
    read: () => toReading(policy.state, { failures, last, leftMs: leftMs() }),
  };
}

type BreakerFacts = Pick<BreakerReading, "failures" | "last"> & { leftMs: number };

function toReading(state: CircuitState, { failures, last, leftMs }: BreakerFacts): BreakerReading {
  const retryAfter = state === CircuitState.Open ? Math.ceil(leftMs / 1000) : null;
  return { state: stateNames[state], failures, retryAfter, last };
}

/** A call as the library sees it: a function that runs until its end is told. */
type Held = { isTrial: boolean; succeed: () => void; fail: (reason: symbol) => void; taken: Promise<void> };
type AdmissionOptions = { onFailure: (message: string) => void; onVainTrial: () => void };

function createAdmission(hold: () => Held, { onFailure, onVainTrial }: AdmissionOptions): CallAdmission {
  let isOver = false;
  let call = hold();
  let isUnproven = call.isTrial;

  async function began(): Promise<void> {
    if (isOver || !isUnproven) return;
    isUnproven = false;
    const trial = call;
    trial.succeed();
    // It goes on as a call like any other, which the library begins when the trial has ended.
    call = hold();
    await trial.taken;
  }
  async function end(report: () => void): Promise<void> {
    if (isOver) return;
    isOver = true;
    report();
    await call.taken;
  }

  return {
    began,
    async succeeded() {
      void began();
      await end(() => call.succeed());
    },
    failed: (message) =>
      end(() => {
        onFailure(message);
        call.fail(failure);
      }),
    released: () =>
      end(() => {
        if (isUnproven) onVainTrial();
        call.fail(nothing);
      }),
  };
}

const stateNames = {
  [CircuitState.Closed]: "closed",
  [CircuitState.Open]: "open",
  [CircuitState.HalfOpen]: "trying",
  [CircuitState.Isolated]: "open",
} as const satisfies Record<CircuitState, BreakerReading["state"]>;

const failure = Symbol("failure");
const nothing = Symbol("nothing");
const isFailure = (reason: unknown): boolean => reason === failure;
const ignore = (): void => undefined;

/** Lasts as long as thresholds and clock say at the moment; the library would fix both when it begins. */
function createPause(isPaused: () => boolean): IBackoff<unknown> {
  const pause: IBackoff<unknown> = {
    get duration() {
      return isPaused() ? Infinity : -Infinity;
    },
    next: () => pause,
  };
  return pause;
}
