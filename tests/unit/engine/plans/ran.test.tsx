import { describe, expect, it } from "vitest";
import { PlanTimeline } from "@/components/runs/plan-timeline";
import { toRanTasks } from "@/lib/features/traces/to-ran-tasks";
import { fresh, toPlan } from "@/lib/engine/planning/propose";
import { ownRunsQuerySchema } from "@/lib/protocol/runs";
import type { PlanTask } from "@/lib/features/plans/shape";
import { step } from "@/tests/support/planned-script";
import { renderInLocale } from "@/tests/support/render-in-locale";
import { askPlanned, openPlanned } from "./open-planned";

const toText = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

const toRan = (id: string, dependsOn: string[], times: [number, number] | null): PlanTask => ({
  ...{ id, title: `Title of ${id}`, instruction: id, expected: "", tool: null, agent: null, dependsOn },
  ...{ isCritical: false, pattern: "one", ...fresh, status: times === null ? "skipped" : "completed" },
  ...(times && { startedAt: times[0], endedAt: times[1] }),
});
const draw = (tasks: PlanTask[], isOwn = true) =>
  toRanTasks(toPlan({ goal: "", report: false }, { steps: tasks, notes: [] }, 0), {
    startedAt: 1_000,
    isOwn,
  });

describe("the plan on the page of a run", () => {
  it("has its steps as they began, what they waited for, and the path that took longest", () => {
    const drawn = draw([
      toRan("s1", [], [1_200, 2_000]),
      toRan("s2", [], [1_100, 5_000]),
      toRan("s3", ["s1", "s2", "s9"], [5_000, 7_000]),
      toRan("s4", ["s1"], [2_000, 6_000]),
      toRan("s5", ["s4"], null),
    ]);
    expect(drawn.map(({ id, at, ms }) => [id, at, ms])).toEqual([
      ["s2", 100, 3_900],
      ["s1", 200, 800],
      ["s4", 1_000, 4_000],
      ["s3", 4_000, 2_000],
      ["s5", null, null],
    ]);
    expect(drawn.filter(({ isCritical }) => isCritical).map(({ id }) => id)).toEqual(["s2", "s3"]);
    expect(drawn.find(({ id }) => id === "s3")?.needs).toEqual(["s1", "s2"]);
  });

  it("has no words for others, and stands where steps need each other in a circle or none began", () => {
    expect(JSON.stringify(draw([toRan("s1", [], [1_000, 1_001])], false))).not.toContain("Title");
    expect(draw([toRan("s1", ["s2"], [1_000, 1_500]), toRan("s2", ["s1"], [1_000, 1_400])])).toHaveLength(2);
    expect(draw([toRan("s1", [], null)])).toMatchObject([{ at: null, isCritical: false }]);
    expect(toRanTasks(null, { startedAt: 0, isOwn: true })).toEqual([]);
  });

  it("tells the seats of a committee apart, in English and in Chinese", async () => {
    const { services } = await openPlanned({
      plans: [[step("Amber", [], { committee: true }), step("Cedar", [1])]],
    });
    const { metadata } = await askPlanned(services, { mode: "thinking", plan: "always" });
    await services.settleBackground();
    const record = await services.runs.getRecord("owner", metadata?.runId ?? "");
    const { plan, steps } = await services.traces.overview("owner", record, true);
    expect(plan.map(({ title, needs }) => [title, needs])).toEqual([
      ["Amber", []],
      ["Cedar", ["s1"]],
    ]);
    const [english, chinese] = await Promise.all(
      (["en", "zh"] as const).map((locale) =>
        renderInLocale(locale, <PlanTimeline plan={plan} runs={steps} label="Steps" />),
      ),
    );
    const words = toText(english ?? "");
    for (const seat of ["A", "B", "C"]) expect(words.split(`Seat ${seat} `)).toHaveLength(2);
    expect(words).toContain("waited for s1");
    expect(words.split("on the critical path")).toHaveLength(3);
    expect(toText(chinese ?? "")).toContain("席位 A");
    expect(toText(chinese ?? "")).toContain("关键路径");
    const others = await services.traces.overview("owner", record, false);
    expect(JSON.stringify(others.plan)).not.toContain("Amber");
    const listed = await services.traces.list("owner", ownRunsQuerySchema.parse({}), true);
    const titles = listed.runs.flatMap(({ stepOf, title }) => (stepOf === null ? [] : [title]));
    // Steps are found by what their plan is about.
    expect(titles).toEqual(Array.from({ length: 4 }, () => "Tell me all of it"));
  });
});
