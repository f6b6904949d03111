import { describe, expect, it } from "vitest";
import { Differences, DifferenceList } from "@/components/admin/difference-list";
import { listAgentDifferences, useAgentWords } from "@/components/admin/agents/use-agent-words";
import { LimitFields } from "@/components/admin/agents/agent-fields";
import { LimitControl } from "@/components/admin/limit-control";
import { quotaFields } from "@/components/admin/people/quota-dialog";
import { PriceEditor } from "@/components/admin/price-editor";
import { listDifferences, toUnset } from "@/components/admin/setting-paths";
import { SettingControl } from "@/components/admin/setting-control";
import { SettingsProvider } from "@/components/admin/settings-provider";
import type { AgentForm } from "@/components/admin/agents/use-agent-form";
import { loadMessages } from "@/i18n/load-messages";
import type { locales } from "@/i18n/locales";
import {
  agentFieldNames,
  agentPatchSchema,
  agentUnset,
  newAgentFields,
  type AgentFields,
} from "@/lib/features/agents/shape/agents";
import { quotaLimitsSchema, quotaOverridesSchema } from "@/lib/features/quotas/shape/quotas";
import { defaultSettings, settingsPatchSchema, type AgentSettings } from "@/lib/protocol/settings";
import { settingFields, toolLimitRanges, type SettingName } from "@/lib/protocol/settings-fields";
import type { ReactElement } from "react";
import { renderInLocale } from "@/tests/support/render-in-locale";

const takesSettings = (change: object) => settingsPatchSchema.safeParse(change).success;
const takesAgent = (changes: object) => agentPatchSchema.safeParse({ version: 1, changes }).success;
const takesQuota = (change: object) => quotaOverridesSchema.safeParse(change).success;

const read = (field: object | undefined, name: string): number => {
  const value: unknown = field === undefined ? undefined : Reflect.get(field, name);
  return typeof value === "number" ? value : NaN;
};
const toNumber = (
  name: string,
  field: object | undefined,
  max: number,
  takes: (value: number) => boolean,
) => ({
  ...{ name, max, takes },
  suggested: read(field, "suggested"),
});

/** Each number of each form that may be nothing at all, what its form suggests, and what is taken. */
const numbers = [
  ...Object.entries(settingFields)
    .filter(([name]) => takesSettings({ [name]: null }))
    .map(([name, field]) =>
      toNumber(name, field, read(field, "max"), (value) => takesSettings({ [name]: value })),
    ),
  ...Object.entries(toolLimitRanges)
    .filter(([name]) => takesSettings({ toolLimits: { calculate: { [name]: null } } }))
    .map(([name, field]) =>
      toNumber(`toolLimits.calculate.${name}`, field, field.max, (value) =>
        takesSettings({ toolLimits: { calculate: { [name]: value } } }),
      ),
    ),
  ...Object.keys(quotaLimitsSchema.shape)
    .filter((name) => takesQuota({ [name]: null }))
    .map((name) => {
      const field = quotaFields.find((each) => each.name === name);
      return toNumber(`quota.${name}`, field, read(field?.range, "max"), (value) =>
        takesQuota({ [name]: value }),
      );
    }),
];

describe("a number that may be nothing at all", () => {
  it("is found in the settings, the limits of tools and the limits of people", () => {
    expect(numbers.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "seed",
        "alertSlowSeconds",
        "toolLimits.calculate.perDay",
        "quota.centsPerDay",
      ]),
    );
  });

  it.each(numbers)(
    "has a number that is suggested, well below the greatest: $name",
    ({ suggested, max, takes }) => {
      expect([suggested, suggested * 2, max, max + 1].map(takes)).toEqual([true, true, true, false]);
      expect(suggested).toBeLessThan(max);
    },
  );

  it.each(
    Object.entries(settingFields).filter(([, field]) => field.section === "alerts" && field.kind === "limit"),
  )("is switched on and off where it is a rule of alerts: %s", async (name, field) => {
    const html = await inForm("en", <SettingControl name={name as SettingName} field={field} />);
    expect(html).toContain('role="switch"');
    expect(html).not.toContain("No limit");
  });

  it("has two sides, each with its own word", async () => {
    const field = { min: 0, max: 9, unset: "random", suggested: 1 } as const;
    const html = await renderInLocale(
      "en",
      <LimitControl label="Seed" value={null} field={field} onChange={none} />,
    );
    expect(html.match(/type="radio"/g)).toHaveLength(2);
    expect(html).toMatch(/Random.*Fixed/);
    expect(html).not.toContain("No limit");
  });
});

const none = () => undefined;

async function inForm(locale: (typeof locales)[number], element: ReactElement, settings = defaultSettings) {
  const reply = {
    ...{ version: 1, settings, defaults: defaultSettings, updatedAt: null, updatedBy: null, providers: [] },
    ...{ effectiveTiers: settings.modelTiers, engines: [], fallback: null },
    ...{ knownPrices: {}, withoutTemperature: [] },
  };
  return renderInLocale(
    locale,
    <SettingsProvider initial={reply} tools={[]}>
      {element}
    </SettingsProvider>,
  );
}

/** What each line of the history says was there before. */
const readBefore = (html: string) => [...html.matchAll(/<del[^>]*>(.*?)<\/del>/g)].map(([, words]) => words);

/** Every setting with something in it, in place of nothing. */
const filled: AgentSettings = {
  ...defaultSettings,
  ...Object.fromEntries(
    Object.entries(settingFields).flatMap(([name, field]) =>
      field.kind === "limit" ? [[name, field.suggested]] : [],
    ),
  ),
  ...{ prices: { "openai:wire": { inputPerMillion: 2.5, asOf: "2026-11-01" } }, checkpoints: ["plan"] },
  ...{ toolLimits: { calculate: { perHour: 20, perDay: 100, timeLimitSeconds: 5 } } },
  ...{ toolHints: { "calculate/error": "Be brief." }, searchEngines: ["wiki"] },
  modelTiers: { ...defaultSettings.modelTiers, main: ["openai:wire"] },
};
const empty: AgentSettings = {
  ...filled,
  ...Object.fromEntries(
    Object.entries(settingFields).flatMap(([name, field]) => (field.kind === "limit" ? [[name, null]] : [])),
  ),
  ...{ prices: {}, checkpoints: [], toolLimits: {}, toolHints: {}, searchEngines: [] },
  modelTiers: { ...defaultSettings.modelTiers, main: [] },
};
const agent: AgentFields = {
  ...{ name: "Desk", picture: newAgentFields.picture, purpose: "Letters", instructions: "Be brief." },
  ...{ starters: ["Write"], models: ["openai:wire"], tools: ["calculate"], requiredTools: ["calculate"] },
  ...{ collections: ["c1"], style: "direct", limits: { depth: "fast", rounds: 3, temperature: 0.2 } },
  ...{ budget: { centsPerAnswer: 40, centsPerDay: 500 }, audience: { roles: ["member"], people: [] } },
  ...{ isEnabled: true, isHelper: false },
};

describe.each([
  ["en", ["Off", "Off", "Off", "Off", "Off"], "Random", "Not set", "Picked automatically"],
  ["zh", ["关闭", "关闭", "关闭", "关闭", "关闭"], "随机", "未设置", "自动选择"],
] as const)("the history in %s", (locale, off, random, notSet, automatic) => {
  const readSettings = async (prefix: string) => {
    const differences = listDifferences(empty, filled).filter(({ path }) => path.startsWith(prefix));
    expect(differences.length).toBeGreaterThan(0);
    return readBefore(await inForm(locale, <DifferenceList differences={differences} none="" />));
  };

  it("says of alerts that they were off, of a seed that it was random, of a price that it was not set", async () => {
    expect(await readSettings("alert")).toEqual(off);
    expect(await readSettings("seed")).toEqual([random]);
    expect(await readSettings("prices")).toEqual([notSet]);
    expect(await readSettings("modelTiers")).toEqual([automatic]);
  });

  it("says of no limit alone that there was none", async () => {
    const words = (await loadMessages(locale)).admin.unset;
    const limits = listDifferences(empty, filled).filter(({ path }) => toUnset(path) === "noLimit");
    expect(limits.map(({ path }) => path)).toEqual([
      ...["messagesPerDay", "centsPerDay", "centsPerMonth", "storageMegabytes"],
      ...["toolLimits.calculate.perHour", "toolLimits.calculate.perDay"],
    ]);
    const all = listDifferences(empty, filled);
    const before = readBefore(await inForm(locale, <DifferenceList differences={all} none="" />));
    expect(before.filter((each) => each === words.noLimit)).toHaveLength(limits.length);
    expect(before.filter((each) => each === "" || each === "null" || each === "undefined")).toEqual([]);
  });

  it("says of each field of an agent what it means that it is empty", async () => {
    const words = (await loadMessages(locale)).admin.unset;
    const differences = listAgentDifferences(newAgentFields, agent);
    const html = await inForm(locale, <AgentLines differences={differences} />);
    expect(readBefore(html)).toEqual(
      differences.map(({ path }) => words[agentUnset[path as keyof typeof agentUnset]]),
    );
    // Its day alone is limited by nothing else.
    expect(html.split(words.noLimit)).toHaveLength(2);
  });
});

function AgentLines({ differences }: { differences: ReturnType<typeof listAgentDifferences> }) {
  return <Differences differences={differences} none="" words={useAgentWords()} />;
}

describe("the fields of an agent", () => {
  it("have a word where they may be empty", () => {
    const isEmpty = (value: unknown) =>
      value === null || value === "" || (Array.isArray(value) && value.length === 0);
    const { limits, budget, ...fields } = newAgentFields;
    const open = Object.entries({ ...fields, ...limits, ...budget }).filter(([, value]) => isEmpty(value));
    const nullable = [
      ...agentFieldNames.filter((name) => takesAgent({ [name]: null })),
      ...Object.keys(limits).filter((name) => takesAgent({ limits: { ...limits, [name]: null } })),
      ...Object.keys(budget).filter((name) => takesAgent({ budget: { ...budget, [name]: null } })),
    ];
    expect(Object.keys(agentUnset).sort()).toEqual(
      [...new Set([...open.map(([name]) => name), ...nullable])].sort(),
    );
  });

  it("that are numbers show that of the settings in their place", async () => {
    const form = { draft: newAgentFields, change: none } as unknown as AgentForm;
    const html = await inForm("en", <LimitFields form={form} />);
    expect(html).toMatch(/aria-label="Rounds"[^>]*placeholder="5"/);
    expect(html).toMatch(/aria-label="Temperature"[^>]*placeholder="0.7"/);
  });
});

describe("a price", () => {
  it.each([
    ["that is not known is not set", {}, "Not set"],
    ["without any amount is not set either", { reader: { asOf: "2026-11-01" } }, "Not set"],
  ])("%s", async (_what, prices, word) => {
    const html = await inForm("en", <PriceEditor />, { ...defaultSettings, prices });
    expect(html).toMatch(new RegExp(`aria-label="Reader service: Page"[^>]*placeholder="${word}"`));
  });
});

describe("the rule of slow replies", () => {
  it.each([
    ["en", "When the slowest 5% of answers take longer than this"],
    ["zh", "最慢的 5% 的回答耗时超过此值时"],
  ] as const)("says in %s which replies are too slow", async (locale, words) => {
    const html = await inForm(
      locale,
      <SettingControl name="alertSlowSeconds" field={settingFields.alertSlowSeconds} />,
    );
    expect(html).toContain(words);
  });
});
