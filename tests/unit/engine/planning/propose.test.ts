import { describe, expect, it } from "vitest";
import { chooseOther } from "@/lib/engine/planning/helpers";
import { sortTasks } from "@/lib/engine/planning/order";
import { checkTasks, findFault, toTasks, type Proposal } from "@/lib/engine/planning/propose";
import { fillResults, listNamedTasks } from "@/lib/engine/planning/templates";
import { builtInHelpers } from "@/tests/support/built-in-helpers";

type Step = Proposal["steps"][number];
const step = (title: string, needs: number[] = [], more: Partial<Step> = {}): Step => ({
  ...{ title, instruction: `Do ${title}`, expected: "", tool: null, helper: null, needs },
  ...{ critical: false, committee: false, ...more },
});
const propose = (...steps: Step[]): Proposal => ({ goal: "All", report: false, steps });
const means = { tools: ["web_search", "calculate"], helpers: builtInHelpers, workflows: [] };

describe("a proposal", () => {
  it.each([
    ["more than twenty steps", Array.from({ length: 21 }, (_, index) => step(`s${index}`)), "at most 20"],
    ["a step that is not there", [step("a", [7])], "needs a step that is not there"],
    ["a tool that is not there", [step("a", [], { tool: "drill" })], "There is no tool drill"],
    ["a circle", [step("a", [2]), step("b", [1])], "in a circle"],
    ["a step that needs itself", [step("a", [1])], "in a circle"],
  ])("with %s has a fault that its model is told", (_name, steps, words) => {
    expect(findFault(propose(...steps), means)).toContain(words);
  });

  it("without a fault has none", () => {
    expect(findFault(propose(step("a"), step("b", [1], { tool: "calculate" })), means)).toBeNull();
  });

  it("is mended where it comes again with faults, and what was mended is named", () => {
    const { steps, notes } = toTasks(
      propose(step("a", [2, 9]), step("b", [1]), step("c", [], { tool: "drill" })),
      means,
    );
    expect(sortTasks(steps).rest).toEqual([]);
    expect(steps.map(({ tool }) => tool)).toEqual([null, null, null]);
    expect(notes).toEqual([
      { kind: "unknown", steps: ["s1", "s3"] },
      { kind: "cycle", steps: ["s1"] },
    ]);
  });

  it("of 200 steps keeps twenty", () => {
    const { steps, notes } = toTasks(propose(...Array.from({ length: 200 }, (_, n) => step(`n${n}`))), means);
    expect(steps).toHaveLength(20);
    expect(notes).toEqual([{ kind: "cut", steps: ["s20"] }]);
  });

  it("joins look-ups that only follow each other, and no others", () => {
    const search = { tool: "web_search" };
    const fine = toTasks(propose(step("a", [], search), step("b", [1], search), step("c", [2])), means);
    expect(fine.steps.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ["s1", []],
      ["s3", ["s1"]],
    ]);
    expect(fine.steps[0]?.instruction).toBe("Do a\n\nThen: Do b");
    const shared = propose(step("a", [], search), step("b", [1], search), step("c", [1], search));
    expect(toTasks(shared, means).steps).toHaveLength(3);
  });

  it("puts results in their places by number, and needs what it names", () => {
    const { steps } = toTasks(propose(step("a"), step("b", [], { instruction: "Sum {1.result}" })), means);
    expect(steps[1]).toMatchObject({ instruction: "Sum {s1.result}", dependsOn: ["s1"] });
    expect(fillResults("Sum {s1.result} and {s9.result}", new Map([["s1", "{s9.result}"]]))).toBe(
      "Sum {s9.result} and {s9.result}",
    );
    expect(listNamedTasks("{s1.result}{s1.result}{s22.result}")).toEqual(["s1", "s22"]);
  });

  it("gives a late step to another helper with its tool, else to the agent that answers", () => {
    const researcher = { id: "researcher", name: "Researcher" };
    const other = (tool: string | null, agent: typeof researcher | null) =>
      chooseOther(builtInHelpers, { tool, agent })?.id ?? null;
    expect(other("web_search", researcher)).toBe("fact-checker");
    expect(other("web_search", null)).toBe("researcher");
    expect(other("run_code", { id: "analyst", name: "Analyst" })).toBeNull();
    expect(other(null, researcher)).toBe("fact-checker");
  });

  it("gives a step to the helper that is named, or to one that has its tool", () => {
    const named = toTasks(propose(step("a", [], { helper: "writer" })), means).steps[0];
    expect(named?.agent?.id).toBe("writer");
    const unable = toTasks(propose(step("a", [], { helper: "writer", tool: "web_search" })), means).steps[0];
    expect(unable?.agent?.id).toBe("researcher");
    expect(toTasks(propose(step("a", [], { helper: "nobody" })), means).steps[0]?.agent).toBeNull();
  });
});

describe("steps that a person wrote", () => {
  it("are told by field what is wrong with them", () => {
    const steps = [
      { id: "s1", dependsOn: ["s2"] },
      { id: "s2", dependsOn: ["s1"] },
      { id: "s3", dependsOn: [] },
      { id: "s3", dependsOn: [] },
      { id: "s4", dependsOn: ["s9"] },
    ];
    expect(checkTasks(steps, [])).toEqual({
      "steps.0.dependsOn": "it needs itself",
      "steps.1.dependsOn": "it needs itself",
      "steps.3.id": "another step has this id",
      "steps.4.dependsOn": "it needs a step that is not there",
    });
    expect(checkTasks([{ id: "s2", dependsOn: ["s1"] }], ["s1"])).toEqual({});
  });
});
