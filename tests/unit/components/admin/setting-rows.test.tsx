import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { findEntries, usePageEntries, useSettingEntries } from "@/components/admin/find/use-find-entries";
import { readNumber } from "@/components/admin/number-field";
import { AgentPage } from "@/components/admin/pages/agent-page";
import { ModelsPage } from "@/components/admin/pages/models-page";
import { SearchPage } from "@/components/admin/pages/search-page";
import { SettingControl } from "@/components/admin/setting-control";
import { SettingsProvider } from "@/components/admin/settings-provider";
import { loadMessages } from "@/i18n/load-messages";
import { locales } from "@/i18n/locales";
import { defaultSettings, type AgentSettings } from "@/lib/protocol/settings";
import { settingFields, type SettingName } from "@/lib/protocol/settings-fields";
import { formatDollars } from "@/lib/client/money";
import { renderInLocale } from "@/tests/support/render-in-locale";

type Locale = (typeof locales)[number];
const names = Object.keys(settingFields) as SettingName[];

const inForm = (locale: Locale, element: ReactElement, settings: AgentSettings = defaultSettings) =>
  renderInLocale(
    locale,
    <SettingsProvider
      tools={[]}
      initial={{
        ...{ version: 1, settings, defaults: defaultSettings, updatedAt: null, updatedBy: null },
        ...{ providers: [], effectiveTiers: settings.modelTiers, engines: [], fallback: null },
        ...{ knownPrices: {}, withoutTemperature: [] },
      }}
    >
      {element}
    </SettingsProvider>,
  );

/** What is found for some words, as lines of an entry's place and value. */
function Found({ text }: { text: string }) {
  const entries = [...useSettingEntries(), ...usePageEntries("admin")];
  return findEntries(entries, text).map(({ id, href, value }) => <p key={id}>{`${href} = ${value}`}</p>);
}
const find = async (locale: Locale, text: string) =>
  [...(await inForm(locale, <Found text={text} />)).matchAll(/<p>(.*?)<\/p>/g)].map(([, line]) => line ?? "");

const controls = {
  number: /<input type="text"[^>]* aria-label="[^"]+"/g,
  switch: /role="switch"/g,
  choice: /type="radio"/g,
};

describe.each(locales)("the row of a setting in %s", (locale) => {
  it.each(names.filter((name) => ["number", "switch", "choice"].includes(settingFields[name].kind)))(
    "has the one control of its kind: %s",
    async (name) => {
      const field = settingFields[name];
      const html = await inForm(locale, <SettingControl name={name} field={field} />);
      const counts = Object.fromEntries(
        Object.entries(controls).map(([kind, pattern]) => [kind, html.match(pattern)?.length ?? 0]),
      );
      const count = field.kind === "choice" ? field.values.length : 1;
      expect(counts).toEqual({ number: 0, switch: 0, choice: 0, [field.kind]: count });
      expect(html).not.toMatch(/type="range"|type="checkbox"(?![^>]*role="switch")/);
    },
  );

  it.each(names.filter((name) => settingFields[name].kind === "limit"))(
    "shows the number that is suggested once there is one, and none before: %s",
    async (name) => {
      const field = settingFields[name];
      if (field.kind !== "limit") throw new Error("no limit");
      const [unset, set] = await Promise.all(
        [null, field.suggested].map((value) =>
          inForm(locale, <SettingControl name={name} field={field} />, { ...defaultSettings, [name]: value }),
        ),
      );
      const shown = field.unit === "cents" ? formatDollars(field.suggested, locale) : String(field.suggested);
      expect(unset).not.toMatch(controls.number);
      expect(set).toContain(`value="${shown}"`);
    },
  );

  it("says the default and offers it only where it differs, and marks what is not published", async () => {
    const field = settingFields.costBudgetPerRequest;
    const render = (settings: AgentSettings) =>
      inForm(locale, <SettingControl name="costBudgetPerRequest" field={field} />, settings);
    const { admin } = await loadMessages(locale);
    expect(await render(defaultSettings)).not.toContain(admin.toDefault);
    const html = await render({ ...defaultSettings, costBudgetPerRequest: 20 });
    expect(html).toContain(admin.default.replace("{value}", "$0.10"));
    expect(html).toContain('value="$0.20"');
  });

  it.each([
    ["agent", AgentPage, ["answers", "plans", "choices", "limits", "failures", "recording"]],
    ["models", () => <ModelsPage unpriced={[]} />, ["models", "prices"]],
    ["search", SearchPage, ["search"]],
  ] as const)(
    "is the place to which the search leads: %s",
    async (_page, Page, sections: readonly string[]) => {
      const html = await inForm(locale, <Page />);
      const inRow: readonly SettingName[] = ["disabledEngines"];
      const own = names.filter(
        (name) => sections.includes(settingFields[name].section) && !inRow.includes(name),
      );
      expect(own.filter((name) => html.split(` id="${name}"`).length !== 2)).toEqual([]);
    },
  );
});

describe.each(locales)("the search of settings in %s", (locale) => {
  it.each(names)("finds %s by its name, with its place", async (name) => {
    const { admin } = await loadMessages(locale);
    const lines = await find(locale, admin.fields[name].name);
    expect(lines.filter((line) => line.split(" ")[0]?.endsWith(`#${name}`))).toHaveLength(1);
  });

  it("finds four for a budget, those that have it in their name first", async () => {
    const lines = await find(locale, locale === "en" ? "budget" : "预算");
    expect(lines.map((line) => line.split(" ")[0])).toEqual([
      "/admin/agent#costBudgetPerRequest",
      "/admin/agent#planBudget",
      "/admin/alerts#errorBudgetPercent",
      "/admin/models#unknownPrices",
    ]);
    expect(lines[0]).toContain("$0.10");
  });

  it("finds a setting by its value, and a page", async () => {
    expect(await find(locale, "$0.10")).toContain("/admin/agent#costBudgetPerRequest = $0.10");
    const { admin } = await loadMessages(locale);
    expect((await find(locale, admin.pages.audit.name)).join()).toContain("/admin/audit");
  });
});

describe("pages that are found", () => {
  it("are those that the role may see", async () => {
    function Pages() {
      return usePageEntries("operator").map(({ id, href }) => <p key={id}>{href}</p>);
    }
    const html = await renderInLocale("en", <Pages />);
    expect(html).toContain("<p>/admin/alerts</p>");
    expect(html).not.toContain("/admin/models");
  });
});

describe("a number that is typed", () => {
  it.each([
    ["0.2", 0.2],
    ["$0.20", 0.2],
    ["0,20", 0.2],
    ["US$ 1,234.50", 1234.5],
    ["10,000", 10_000],
    ["＄０．２", 0.2],
    [" 7 ", 7],
    [".5", 0.5],
    ["-3", -3],
  ])("is read from %j", (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  it.each(["", "$", "abc", "1.000,50", "1,2,3", "0x10", "1e3", "Infinity", "7 rounds"])(
    "is not guessed from %j",
    (text) => {
      expect(readNumber(text)).toBeNaN();
    },
  );
});
