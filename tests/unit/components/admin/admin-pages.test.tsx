import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { AgentPage } from "@/components/admin/pages/agent-page";
import { AlertsPage } from "@/components/admin/pages/alerts-page";
import { AuditPage } from "@/components/admin/pages/audit-page";
import { ConflictDialog } from "@/components/admin/conflict-dialog";
import { ModelsPage } from "@/components/admin/pages/models-page";
import { ChartTable } from "@/components/admin/overview/chart-table";
import { DayBars } from "@/components/admin/overview/day-bars";
import type { Chart } from "@/components/admin/overview/overview-charts";
import { OwnerMode } from "@/components/admin/people/owner-mode";
import { ShownLink } from "@/components/admin/people/shown-link";
import { SearchPage } from "@/components/admin/pages/search-page";
import { SettingsProvider } from "@/components/admin/settings-provider";
import { useSettings } from "@/components/admin/use-settings";
import { toConflict } from "@/components/admin/settings-changes";
import { ToolsPage } from "@/components/admin/pages/tools-page";
import { loadMessages } from "@/i18n/load-messages";
import { locales } from "@/i18n/locales";
import { auditActs } from "@/lib/features/accounts/shape/audit";
import { defaultSettings } from "@/lib/protocol/settings";
import type { AgentSettings, SettingsReply } from "@/lib/protocol/settings";
import { toolNames } from "@/components/tools/views";
import { renderInLocale } from "@/tests/support/render-in-locale";

const toReply = (settings: AgentSettings): SettingsReply => ({
  version: 4,
  settings,
  defaults: defaultSettings,
  updatedAt: 1_790_000_000_000,
  updatedBy: "Ann (ann@example.org)",
  fallback: null,
  providers: [{ id: "openai", name: "OpenAI", key: "environment", models: ["openai:new"] }],
  effectiveTiers: { main: ["openai:new"], lite: [], pro: [], image: [], embedding: [] },
  knownPrices: {},
  withoutTemperature: ["openai:thinker"],
  modelNotes: { "openai:new": { refused: ["tools", "seed"], tools: { offered: 12, count: 28 } } },
  engines: [
    { id: "wiki", name: "MediaWiki", key: "unneeded", where: "https://en.wikipedia.org" },
    { id: "brave", name: "Brave", key: "none", where: "https://api.search.brave.com" },
  ],
});

const panelTools = toolNames.map((name) => ({
  name,
  setting: name.startsWith("web") ? ("webSearchEnabled" as const) : null,
  asks: null,
}));
const inForm = (element: ReactElement, settings = defaultSettings) => (
  <SettingsProvider initial={toReply(settings)} tools={panelTools}>
    {element}
  </SettingsProvider>
);
const countOf = (html: string, text: string): number => html.split(text).length - 1;
const chart: Chart = {
  id: "activity",
  columns: [
    { key: "runs", unit: "count" },
    { key: "success", unit: "percent" },
  ],
  drawn: ["runs"],
  rows: [
    { key: "2026-11-15", values: { runs: 7, success: 0.5 } },
    { key: "2026-11-16", values: { runs: 12_345, success: null } },
  ],
};

/** The dialog of two people who both changed the rounds; they changed a limit besides. */
function Conflicted() {
  const { form } = useSettings();
  const mine = { ...defaultSettings, maxIterations: 7 };
  const theirs = { ...defaultSettings, maxIterations: 3, centsPerDay: null };
  const state = { kind: "conflict" as const, isOpening: false, ...toConflict(defaultSettings, mine, theirs) };
  return <ConflictDialog form={{ ...form, state, draft: { ...theirs, maxIterations: 7 } }} />;
}

describe.each(locales)("settings that cannot be read, in %s", (locale) => {
  const render = (fallback: SettingsReply["fallback"]) =>
    renderInLocale(
      locale,
      <SettingsProvider initial={{ ...toReply(defaultSettings), fallback }} tools={panelTools}>
        <p>page</p>
      </SettingsProvider>,
    );

  it("are told above every page, with what is in force and a button that repairs them", async () => {
    const [defaults, older, none] = await Promise.all([render("defaults"), render(41), render(null)]);
    expect(defaults).toContain('role="alert"');
    expect(countOf(defaults, "<button")).toBe(countOf(none, "<button") + 1);
    expect(older).toContain("41");
    expect(none).not.toContain('role="alert"');
  });
});

describe.each(locales)("the admin's pages in %s", (locale) => {
  it("have a typed number or a switch for every plain setting, and a way to no limit", async () => {
    const html = await renderInLocale(
      locale,
      inForm(<AgentPage />, { ...defaultSettings, centsPerMonth: null }),
    );
    expect(countOf(html, 'type="range"')).toBe(0);
    // Nineteen that always have a number, and three limits of four.
    expect(countOf(html, 'inputMode="numeric"') + countOf(html, 'inputMode="decimal"')).toBe(22);
    // Eight settings, and four places where a plan stops.
    expect(countOf(html, 'role="switch"')).toBe(12);
    expect(html).not.toMatch(/type="checkbox"(?![^>]*role="switch")/);
  });

  it("have the number from which a checkpoint counts below its switch, once", async () => {
    const html = await renderInLocale(locale, inForm(<AgentPage />));
    const { admin } = await loadMessages(locale);
    const labels = [
      ...[admin.checkpoints.plan, admin.fields.planApprovalCents.name],
      ...[admin.checkpoints.step, admin.fields.stepApprovalCents.name, admin.checkpoints.conflict],
    ];
    const places = labels.map((label) => html.indexOf(`aria-label="${label}"`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(labels.map((label) => countOf(html, `aria-label="${label}"`))).toEqual([1, 1, 1, 1, 1]);
  });

  it("have no heading twice", async () => {
    const pages = [
      <AgentPage key="agent" />,
      <AlertsPage key="alerts" canOperate isAdmin />,
      <AuditPage key="audit" isAdmin />,
      <ModelsPage key="models" unpriced={[]} />,
      <SearchPage key="search" />,
      <ToolsPage key="tools" />,
    ];
    for (const page of pages) {
      const html = await renderInLocale(locale, inForm(page));
      const heads = [...html.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g)].map(([, words]) => words);
      expect(heads).toEqual([...new Set(heads)]);
    }
  });

  it("have a row with a switch for every tool, under a switch for its capability", async () => {
    const html = await renderInLocale(locale, inForm(<ToolsPage />));
    // Beside them a capability and four ways of reading.
    expect(countOf(html, 'role="switch"')).toBe(toolNames.length + 1 + 4);
    // A heading for the capability, one for tools without, one for all others, and those.
    expect(countOf(html, "data-row")).toBe(toolNames.length + 3 + 1);
    expect(html).toContain(">8443</li>");
  });

  it("name tools that are there no more and those of servers, and count exceptions by role", async () => {
    const toolPermissions = {
      member: { math_prime: "deny" as const, mcp_everything_get_sum: "ask" as const },
      operator: { math_prime: "deny" as const },
    };
    const html = await renderInLocale(locale, inForm(<ToolsPage />, { ...defaultSettings, toolPermissions }));
    expect(countOf(html, "data-row")).toBe(toolNames.length + 3 + 3);
    expect(html).toContain("math_prime");
    expect(html).toContain("Get sum · everything");
    expect(html).toMatch(/2 exceptions|2 个例外/);
  });

  it("list the engines in the settings' order, with a field where a key is missing", async () => {
    const html = await renderInLocale(
      locale,
      inForm(<SearchPage />, { ...defaultSettings, searchEngines: ["brave"] }),
    );
    expect(html.indexOf("Brave")).toBeLessThan(html.indexOf("MediaWiki"));
    expect(countOf(html, 'type="password"')).toBe(1);
  });

  it("mark a model whose price is not known, and hide the key that the environment has", async () => {
    const render = (unpriced: string[]) => renderInLocale(locale, inForm(<ModelsPage unpriced={unpriced} />));
    // In the order in which models answer, and in the table.
    expect(countOf(await render(["openai:new"]), "text-partly")).toBe(2);
    expect(countOf(await render([]), "text-partly")).toBe(0);
    expect(await render([])).not.toContain('type="password"');
  });

  it("name the provider of a model that lost it, in its chain and in its choice", async () => {
    const settings = {
      ...defaultSettings,
      modelTiers: { ...defaultSettings.modelTiers, main: ["gone:m", "openai:new"] },
      modelOptions: { "gone:m": { isOffered: true, contextWindow: 8_192 } },
    };
    const html = await renderInLocale(locale, inForm(<ModelsPage unpriced={[]} />, settings));
    expect(html.match(/“gone”(?: isn’t set up|尚未设置)/g)).toHaveLength(2);
    expect(html).not.toMatch(/“openai”(?: isn’t set up|尚未设置)/);
  });

  it("call no price free that nobody has set", async () => {
    const prices = { "box:mystery": { asOf: "2026-11-02" }, reader: { asOf: "2026-11-02" } };
    const html = await renderInLocale(
      locale,
      inForm(<ModelsPage unpriced={["openai:new"]} />, { ...defaultSettings, prices }),
    );
    expect(html).not.toMatch(/\bfree\b|免费/i);
    expect(html).not.toContain('placeholder="0"');
  });

  it("say what a model's server does not take, and how many tools its window held", async () => {
    const html = await renderInLocale(locale, inForm(<ModelsPage unpriced={[]} />));
    const words =
      locale === "en"
        ? ["written as text", "refuses it: seed", "12 of 28 tools"]
        : ["文本形式", "已省略：seed", "28 个工具中的 12 个"];
    for (const each of words) expect(html).toContain(each);
  });

  it("have the prices with their days, and fields to set them by", async () => {
    const price = { inputPerMillion: 1.25, outputPerMillion: 10, asOf: "2026-11-02" };
    const html = await renderInLocale(
      locale,
      inForm(<ModelsPage unpriced={[]} />, { ...defaultSettings, prices: { "box:mystery": price } }),
    );
    expect(html).toContain("box:mystery");
    expect([html.includes('value="$1.25"'), html.includes("2026")]).toEqual([true, true]);
    // Two models by three parts, and the reader service.
    expect(countOf(html, 'inputMode="decimal"')).toBe(2 * 3 + 1);
  });

  it("say beside the temperature for which models it has no effect", async () => {
    const html = await renderInLocale(locale, inForm(<AgentPage />));
    expect(html).toContain("openai:thinker");
  });

  it("show both sides of a conflict, who saved and what they changed besides, and choose mine at first", async () => {
    const html = await renderInLocale(locale, inForm(<Conflicted />));
    expect(html).toContain("Ann (ann@example.org)");
    expect(countOf(html, 'type="radio"')).toBe(2);
    expect(html.indexOf('checked=""')).toBeLessThan(html.lastIndexOf('type="radio"'));
    expect(countOf(html, "<del")).toBe(1);
  });

  it("say how to switch accounts on where there are none", async () => {
    expect(await renderInLocale(locale, inForm(<OwnerMode />))).toContain("AUTH_URL");
  });

  it("show a link whole, and say differently whether it was mailed", async () => {
    const render = (isSent: boolean) =>
      renderInLocale(
        locale,
        <ShownLink reply={{ link: "https://a.example/sign-up?invitation=x", expiresAt: 0, isSent }} />,
      );
    expect(await render(false)).toContain("https://a.example/sign-up?invitation=x");
    expect(await render(false)).not.toBe(await render(true));
  });

  it("M5: narrow the audit log by act and person, and hand it out as a file", async () => {
    const html = await renderInLocale(locale, <AuditPage isAdmin />);
    expect(html.match(/<select[^>]* aria-label="[^"]+"/g)).toHaveLength(2);
    expect(countOf(html, "<option")).toBe(auditActs.length + 2);
    expect(html).toContain('href="/api/audit?format=jsonl"');
  });

  it("M5: show no link for a password that only its person gets", async () => {
    const reply = { link: null, expiresAt: 0, isSent: true };
    const html = await renderInLocale(locale, <ShownLink reply={reply} />);
    expect(html).toMatch(/<p role="status"[^>]*>[^<]+</);
    expect(html).not.toContain("<input");
  });

  it("have the exact numbers of a chart in a table, the newest day first, with a mark where there is none", async () => {
    const html = await renderInLocale(locale, <ChartTable chart={chart} label="Activity" />);
    expect(countOf(html, 'scope="col"')).toBe(3);
    expect(html).toMatch(/<td[^>]*>12,345<\/td><td[^>]*>–<\/td>.*<td[^>]*>7<\/td><td[^>]*>50%<\/td>/);
  });

  it("name each bar of a chart by all its numbers, draw one, and offer the exact numbers", async () => {
    const html = await renderInLocale(locale, <DayBars chart={chart} />);
    expect(html).toMatch(/<figure aria-labelledby/);
    expect(html).toMatch(/aria-label="[^"]*15[^"]*: [^",]* 7, [^"]* 50%"/);
    expect(countOf(html, "height:100%")).toBe(1);
    expect(html).toContain("<summary");
  });
});
