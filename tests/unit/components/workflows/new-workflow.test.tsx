import { describe, expect, it } from "vitest";
import { WorkflowForm } from "@/components/workflows/workflow-form";
import { WorkflowsPage } from "@/components/workflows/workflows-page";
import { locales } from "@/i18n/locales";
import { newWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { renderInLocale } from "@/tests/support/render-in-locale";

const settings = {
  models: [],
  allowModelChoice: true,
  allowStyleOverride: true,
} as unknown as ClientSettings;
const words = { en: "New workflow", zh: "新建工作流" };
const none = () => undefined;

describe.each(locales)("a workflow made from nothing, in %s", (locale) => {
  it("has a button above the list, also of none", async () => {
    const page = { initial: { workflows: [] }, settings, timezone: "UTC", looksByItself: true };
    expect(await renderInLocale(locale, <WorkflowsPage {...page} />)).toContain(`${words[locale]}</button>`);
  });

  it("has a form with empty fields, whose names are those of what the server takes", async () => {
    const form = (
      <WorkflowForm workflow={null} {...{ settings, timezone: "UTC", onDone: none, onClose: none }} />
    );
    const html = await renderInLocale(locale, form);
    expect(html).toContain(`>${words[locale]}</h2>`);
    expect(html).toMatch(/<input [^>]*name="name" value=""/);
    const names = [...html.matchAll(/ name="([a-zA-Z]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["name", "question", "style", "model", "isTool"]));
    const made = { name: "Tides", question: "When is high tide?", steps: [], values: {}, schedule: null };
    expect(newWorkflowSchema.safeParse({ ...made, answer: {}, isTool: false }).success).toBe(true);
  });
});
