import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { SessionList } from "@/components/account/session-list";
import { PromptList } from "@/components/settings/prompt-list";
import { ArchivePage } from "@/components/shell/conversations/archive-page";
import { WorkflowsPage } from "@/components/workflows/workflows-page";
import { locales } from "@/i18n/locales";
import type { ListedWorkflow } from "@/lib/features/workflows/shape/workflows";
import { renderInLocale } from "@/tests/support/render-in-locale";

const many = Array.from({ length: 30 }, (_, index) => `n${index}`);
const toConversation = (id: string) => ({ id, title: id, createdAt: 1, updatedAt: 1, activeRunId: null });
const toWorkflow = (id: string): ListedWorkflow => ({
  ...{ id, name: id, question: "When is high tide?", values: {}, steps: [], answer: {}, schedule: null },
  ...{ isWatch: false, isTool: false, isPaused: false, language: "en", timezone: "UTC", createdAt: 1 },
  ...{
    isReport: false,
    foreign: [],
    compared: null,
    nextAt: null,
    runs: [],
    problem: null,
    seen: null,
    hasChanged: false,
    cut: null,
  },
});
const toPrompt = (id: string) => ({ id, name: id, text: id, shared: false, createdAt: 1 });
const toSession = (id: string) => ({
  ...{ id, browser: id, firstDay: "2026-11-20", lastDay: "2026-11-21", isThis: false },
});
const settings = { models: [] } as unknown as Parameters<typeof WorkflowsPage>[0]["settings"];

/** Lists that the server gives with the page, with these rows; what is said of none. */
const pages: Record<string, { draw: (ids: string[]) => ReactElement; none: { en: string; zh: string } }> = {
  archive: {
    draw: (ids) => <ArchivePage initial={{ conversations: ids.map(toConversation), cursor: null }} />,
    none: { en: "Archived conversations appear here.", zh: "归档的对话" },
  },
  workflows: {
    draw: (ids) => (
      <WorkflowsPage
        initial={{ workflows: ids.map(toWorkflow) }}
        {...{ settings, timezone: "UTC", looksByItself: true }}
      />
    ),
    none: { en: "Nothing is kept yet.", zh: "还没有保存任何内容。" },
  },
  prompts: {
    draw: (ids) => <PromptList initial={{ prompts: ids.map(toPrompt) }} mayShare={false} />,
    none: { en: "New prompt", zh: "新建" },
  },
  sessions: {
    draw: (ids) => <SessionList sessions={ids.map(toSession)} />,
    none: { en: "", zh: "" },
  },
};

describe.each(Object.entries(pages))("the list of the %s", (_name, { draw, none }) => {
  it.each(locales)("says when there is nothing, and has a row for each of many (%s)", async (locale) => {
    const [empty, long] = await Promise.all([
      renderInLocale(locale, draw([])),
      renderInLocale(locale, draw(many)),
    ]);
    expect(empty).toContain(none[locale]);
    expect(empty).not.toMatch(/<li|aria-busy="true"|role="alert"/);
    expect(long.match(/<li[ >]/g)).toHaveLength(many.length);
    for (const id of many) expect(long).toContain(id);
  });
});
