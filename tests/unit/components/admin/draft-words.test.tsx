import { expect, it } from "vitest";
import { DraftList } from "@/components/admin/draft-list";
import { SideTable, type SideNames } from "@/components/admin/laboratory/result-tables";
import { SettingsProvider } from "@/components/admin/settings-provider";
import { locales } from "@/i18n/locales";
import type { SideRow } from "@/lib/features/laboratory/shape/laboratory";
import type { SettingsDraft } from "@/lib/features/settings/shape";
import { defaultSettings, type SettingsReply } from "@/lib/protocol/settings";
import { renderInLocale } from "@/tests/support/render-in-locale";

const reply = {
  ...{ version: 7, settings: defaultSettings, defaults: defaultSettings, updatedAt: 0, updatedBy: "Bob" },
  ...{ fallback: null, providers: [], effectiveTiers: defaultSettings.modelTiers, engines: [] },
  ...{ knownPrices: {}, withoutTemperature: [] },
} satisfies SettingsReply;
const draft: SettingsDraft = {
  ...{ id: "d1", name: "Shorter <answers>", version: 2, base: 5, patch: { seed: 7 }, from: { seed: null } },
  ...{ dropped: ["oldField"], author: "Ada", createdAt: 0, updatedBy: "Ada", updatedAt: 0 },
};
const stay = () => Promise.resolve();
const toWords = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

it.each(locales)(
  "a draft says what it would change, from when it is, and what was left out, in %s",
  async (locale) => {
    const list = {
      ...{ reply: { drafts: [draft] }, items: [draft], cursor: null, phase: "ready" as const, reason: null },
      ...{ reload: stay, more: stay, retry: stay, rest: () => Promise.resolve([]) },
      ...{ put: () => undefined, take: () => () => undefined, follow: () => () => undefined },
    };
    const html = await renderInLocale(
      locale,
      <SettingsProvider initial={reply} tools={[]}>
        <DraftList drafts={list} />
      </SettingsProvider>,
    );
    const words = toWords(html);
    expect(words).toContain("Shorter &lt;answers&gt;");
    expect(words).toContain(
      locale === "en" ? "made from version 5, version 7 is live" : "基于第 5 版，现行的是第 7 版",
    );
    expect(words).toContain("oldField");
    expect(words).toMatch(locale === "en" ? /Seed from Random to 7/ : /随机 .* 7/);
  },
);

const side = (name: "live" | "draft", more: Partial<SideRow>): SideRow => ({
  ...{
    side: name,
    answered: 24,
    costMicroUsd: 1,
    medianCostMicroUsd: null,
    medianMs: null,
    chosenWell: null,
  },
  ...{ passed: { count: 0, of: 24, low: 0, high: 1 }, marks: {}, ...more },
});
const names: SideNames = { live: "Before", draft: "Draft" };

it("the table of a result says before, draft and change, and marks what got better and worse", async () => {
  const rows = [
    side("live", {
      ...{ passed: { count: 14, of: 24, low: 0, high: 1 }, medianMs: 4_100, medianCostMicroUsd: 4_000 },
      marks: { supported: 81, differs: 19 },
    }),
    side("draft", {
      ...{ passed: { count: 21, of: 24, low: 0, high: 1 }, medianMs: 6_800, medianCostMicroUsd: 6_000 },
      marks: { supported: 80, quoted: 12, not_found: 8 },
    }),
  ];
  const html = await renderInLocale("en", <SideTable rows={rows} sideNames={names} />);
  const words = toWords(html);
  expect(words).toContain("As expected 14 of 24 21 of 24 +7");
  expect(words).toContain("Statements supported 81% 92% +11 points");
  expect(words).toContain("Time (median) 4.1 sec 6.8 sec +2.7 sec");
  expect(words).toContain("Cost per answer (median) 0.4 ¢ 0.6 ¢ +50%");
  expect(words).toContain("Right tools – – –");
  expect(html.match(/text-good/g)).toHaveLength(2);
  expect(html.match(/text-bad/g)).toHaveLength(2);
});
