import { describe, expect, it } from "vitest";
import type { CallAdmission, Breaker } from "@/lib/breakers/breaker";
import { createBreakers, toPauseSentence } from "@/lib/breakers/breakers";

/** A breaker that opens after 3 failures for 10 seconds, and its clock. */
function openBreaker() {
  const clock = { at: 1_000_000 };
  const breakers = createBreakers(() => clock.at);
  breakers.setThresholds({ failures: 3, pauseMs: 10_000 });
  return { clock, breakers, breaker: breakers.get("model", "one:a") };
}

function admit(breaker: Breaker): CallAdmission {
  const admission = breaker.admit();
  if (admission === null) throw new Error("It was refused.");
  return admission;
}

async function fail(breaker: Breaker, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await admit(breaker).failed(`down ${count + 1}`);
}

describe("a breaker", () => {
  it("refuses calls after so many failures in a row, until the pause is over", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 2);
    expect(breaker.read()).toMatchObject({ state: "closed", failures: 2, retryAfter: null });
    await fail(breaker, 1);
    expect(breaker.admit()).toBeNull();
    expect(breaker.read()).toEqual({
      state: "open",
      failures: 3,
      retryAfter: 10,
      last: { message: "down 1", at: 1_000_000 },
    });
    clock.at += 9_999;
    expect([breaker.admit(), breaker.read().retryAfter]).toEqual([null, 1]);
    clock.at += 1;
    expect(breaker.admit()).not.toBeNull();
  });

  it("counts only failures in a row", async () => {
    const { breaker } = openBreaker();
    await fail(breaker, 2);
    await admit(breaker).succeeded();
    await fail(breaker, 2);
    expect(breaker.read()).toMatchObject({ state: "closed", failures: 2 });
  });

  it("neither counts nor forgives for what says nothing", async () => {
    const { breaker } = openBreaker();
    await fail(breaker, 2);
    await admit(breaker).released();
    expect(breaker.read()).toMatchObject({ state: "closed", failures: 2 });
  });

  it("lets one call through as a trial and refuses the others meanwhile", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 3);
    clock.at += 10_000;
    const trial = admit(breaker);
    expect([breaker.admit(), breaker.read().state]).toEqual([null, "trying"]);
    await trial.succeeded();
    expect(breaker.read()).toMatchObject({ state: "closed", failures: 0 });
  });

  it("pauses anew when the trial fails", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 3);
    clock.at += 25_000;
    await fail(breaker, 1);
    expect(breaker.read()).toMatchObject({ state: "open", failures: 4, retryAfter: 10 });
    clock.at += 10_000;
    expect(breaker.admit()).not.toBeNull();
  });

  it("makes the next call the trial when the first one says nothing", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 3);
    clock.at += 10_000;
    await admit(breaker).released();
    expect(breaker.read()).toMatchObject({ state: "open", failures: 3, retryAfter: 0 });
    const second = admit(breaker);
    expect(breaker.admit()).toBeNull();
    await second.failed("still down");
    expect(breaker.read()).toMatchObject({ state: "open", failures: 4, retryAfter: 10 });
  });

  it("lets others through as soon as a trial has begun, and shuts them out when it breaks", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 3);
    clock.at += 10_000;
    const trial = admit(breaker);
    await trial.began();
    const other = admit(breaker);
    await trial.failed("broke off");
    expect(breaker.read()).toMatchObject({ state: "open", failures: 4, last: { message: "broke off" } });
    await other.succeeded();
    expect(breaker.read()).toMatchObject({ state: "open", failures: 4 });
  });

  it("is as before when a trial that has begun reaches its end", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 3);
    clock.at += 10_000;
    const trial = admit(breaker);
    await Promise.all([trial.began(), trial.succeeded(), trial.failed("too late")]);
    expect(breaker.read()).toMatchObject({ state: "closed", failures: 0 });
  });

  it("takes changed thresholds up at once, also while it is open", async () => {
    const { breaker, breakers, clock } = openBreaker();
    await fail(breaker, 2);
    breakers.setThresholds({ failures: 1, pauseMs: 60_000 });
    await fail(breaker, 1);
    clock.at += 5_000;
    expect(breaker.read().retryAfter).toBe(55);
    breakers.setThresholds({ failures: 1, pauseMs: 5_000 });
    expect([breaker.read().retryAfter, breaker.admit() === null]).toEqual([0, false]);
  });

  it("does not stay open for longer because the clock was set back", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 3);
    clock.at -= 3_600_000;
    expect(breaker.read().retryAfter).toBe(0);
    expect(breaker.admit()).not.toBeNull();
  });
});

describe("the breakers of a process", () => {
  it("are one for each model and each tool", async () => {
    const { breakers, breaker } = openBreaker();
    await fail(breaker, 3);
    expect([breakers.get("model", "one:b").admit(), breakers.get("tool", "one:a").admit()]).not.toContain(
      null,
    );
    expect(breakers.get("model", "one:a").admit()).toBeNull();
  });

  it("are listed while their last call failed", async () => {
    const { breakers, breaker } = openBreaker();
    await admit(breakers.get("tool", "web_fetch")).succeeded();
    await fail(breakers.get("tool", "web_search"), 1);
    await fail(breaker, 3);
    expect(breakers.list()).toMatchObject([
      { kind: "model", name: "one:a", state: "open", failures: 3, retryAfter: 10 },
      { kind: "tool", name: "web_search", state: "closed", failures: 1, retryAfter: null },
    ]);
  });

  it("say in a sentence when what they refuse is tried again", async () => {
    const { breaker, clock } = openBreaker();
    await fail(breaker, 3);
    expect(toPauseSentence("web_search", breaker.read())).toBe(
      "web_search is paused after 3 failures; it is tried again in 10 s.",
    );
    clock.at += 10_000;
    admit(breaker);
    expect(toPauseSentence("web_search", breaker.read())).toBe(
      "web_search is paused after 3 failures; it is being tried again now.",
    );
  });
});
