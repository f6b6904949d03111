import { describe, expect, it } from "vitest";
import { AgentBar } from "@/components/admin/agents/agent-bar";
import type { AgentForm } from "@/components/admin/agents/use-agent-form";
import { newAgentFields } from "@/lib/features/agents/shape/agents";
import { renderInLocale } from "@/tests/support/render-in-locale";

const render = (locale: "en" | "zh", name: string) => {
  const form = {
    ...{ base: null, draft: { ...newAgentFields, name }, changes: ["name"], state: { kind: "idle" } },
  } as unknown as AgentForm;
  return renderInLocale(locale, <AgentBar form={form} />);
};

describe("the save bar of a new agent", () => {
  it.each([
    ["en", "it needs a name"],
    ["zh", "还需要一个名称"],
  ] as const)("says in %s that the name is missing, only while it is", async (locale, missing) => {
    for (const name of ["", "  "]) expect(await render(locale, name)).toContain(missing);
    const named = await render(locale, " Second desk ");
    expect(named).not.toContain(missing);
    expect(named).toContain(locale === "en" ? "new agent “Second desk”" : "新智能体“Second desk”");
  });
});
