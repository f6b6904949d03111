import { listNotices as noticesOf } from "@/tests/support/to-words";
import { describe, expect, it } from "vitest";
import { findStep, step } from "@/tests/support/planned-script";
import { textOf } from "@/tests/support/scripted-services";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
const broken = { status: 400, message: "no" };
const titlesOf = (requests: readonly ProviderRequest[]) =>
  requests.flatMap((request) => findStep(wordsOf(request)) ?? []);

describe("a step that fails", () => {
  it("is tried three times, then what is left is planned another way, and what is done stays", async () => {
    const { services, provider } = await openPlanned({
      plans: [
        [step("good"), step("bad"), step("last", [1, 2])],
        [step("other"), step("end", [1, 4])],
      ],
      steps: { bad: [broken] },
    });
    const reply = await askPlanned(services);
    expect(statuses(reply)).toEqual({
      good: "completed",
      bad: "failed",
      other: "completed",
      end: "completed",
    });
    expect(titlesOf(provider.requests).filter((title) => title === "bad")).toHaveLength(3);
    expect(titlesOf(provider.requests).filter((title) => title === "good")).toHaveLength(1);
    expect(planOf(reply)).toMatchObject({ replans: 1, state: "ended" });
    expect(noticesOf(reply)).toEqual([]);
    expect(textOf(reply)).toBe("All told.");
  });

  it("leads to another plan at once when it is critical", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("key", [], { critical: true }), step("rest", [1])], [step("other")]],
      steps: { key: [broken] },
    });
    const reply = await askPlanned(services);
    expect(titlesOf(provider.requests)).toEqual(["key", "other"]);
    expect(statuses(reply)).toEqual({ key: "failed", other: "completed" });
  });

  it("does not cancel those beside it, and after three plans it is said plainly what is missing", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("key", [], { critical: true }), step("beside")]],
      steps: { key: [broken] },
      answer: "Only half of it.",
    });
    const reply = await askPlanned(services);
    expect(planOf(reply)?.replans).toBe(3);
    expect(textOf(reply)).toBe("Only half of it.");
    expect(titlesOf(provider.requests).filter((title) => title === "beside").length).toBeGreaterThan(0);
    const asked = wordsOf(provider.requests.at(-1) as ProviderRequest);
    expect(asked).toContain("came to nothing or only in part, after other ways had been tried");
    expect(noticesOf(reply).join(" ")).toContain("Not every step of the plan could be done: “key”");
  });
});

describe("a plan that is no plan", () => {
  it("is given back once with what is wrong, and made whole by code when it comes again", async () => {
    const circle = [step("a", [2]), step("b", [1]), step("c", [7], { tool: "teleport" })];
    const { services, provider } = await openPlanned({ plans: [circle] });
    const reply = await askPlanned(services);
    expect(wordsOf(provider.requests[1] as ProviderRequest)).toContain("a step that is not there");
    expect(planOf(reply)?.notes.map(({ kind }) => kind)).toEqual(["unknown", "cycle"]);
    expect(statuses(reply)).toEqual({ a: "completed", b: "completed", c: "completed" });
  });

  it("is nonsense: the question is answered without one", async () => {
    const { services } = await openPlanned({ plans: ["no idea"] });
    const reply = await askPlanned(services);
    expect(planOf(reply)).toBeNull();
    expect(textOf(reply)).toBe("All told.");
  });

  it("has 200 steps: 20 of them are kept", async () => {
    const many = Array.from({ length: 200 }, (_, index) => step(`n${index}`));
    const { services } = await openPlanned({ plans: [many] });
    const reply = await askPlanned(services);
    expect(planOf(reply)?.steps).toHaveLength(20);
    expect(planOf(reply)?.notes).toContainEqual({ kind: "cut", steps: ["s20"] });
  });
});
