import { describe, expect, it } from "vitest";
import { SettingControl } from "@/components/admin/setting-control";
import { SettingsProvider } from "@/components/admin/settings-provider";
import { settableTools } from "@/lib/engine/tools/catalog";
import {
  agentSettingsSchema,
  createSettingsSchemas,
  defaultSettings,
  modelRefSchema,
  settingsPatchSchema,
} from "@/lib/protocol/settings";
import {
  maxChainLength,
  modelPattern,
  settingFields,
  toolLimitRanges,
  type Field,
  type Range,
} from "@/lib/protocol/settings-fields";
import { renderInLocale } from "@/tests/support/render-in-locale";

/** As version 1 of 2026-11-23 stored them. */
const stored = {
  ...{ agentStyle: "balanced", maxIterations: 5, timeLimitSeconds: 120, costBudgetPerRequest: 10 },
  ...{ temperature: 0.7, webSearchEnabled: true, memoryEnabled: true, imageGenerationEnabled: true },
  enabledTools: [
    ...["web_search", "web_fetch", "memory_retrieve", "memory_save", "image_generate"],
    ...["recall_details", "get_current_time", "calculate"],
  ],
  ...{ reasoningVisible: true, allowStyleOverride: true, allowModelChoice: true },
  modelTiers: { main: [], lite: [], pro: [], image: [], embedding: [] },
  ...{ messagesPerDay: 500, centsPerDay: 500, centsPerMonth: 5000 },
  toolLimits: { web_search: { perHour: 20, perDay: 100 } },
  ...{ searchEngines: [], disabledEngines: [], searchCacheMinutes: 60, breakerFailures: 5 },
  ...{ breakerPauseSeconds: 30, firstChunkSeconds: 30, silenceSeconds: 60, callSeconds: 300 },
  fetchPorts: [80, 443, 8080, 8443],
  ...{ htmlMegabytes: 2, documentMegabytes: 10, documentPages: 200, textMegabytes: 2 },
  ...{ readerEnabled: true, archiveEnabled: true, browserEnabled: true, robotsRespected: true },
  pageCacheMinutes: 60,
};
/** What came after it, and how it is where nothing was stored. */
const added = {
  modelOptions: {},
  ...{ localFirstChunkSeconds: 300, localCallSeconds: 900 },
  ...{ toolPermissions: {}, prices: {}, unknownPrices: "limit", documentsEnabled: true, maxRetrievals: 5 },
  storageMegabytes: 1_000,
  ...{ traceDays: 30, toolHints: {} },
  ...{ alertToolFailurePercent: 20, alertSlowSeconds: 30, alertSilenceMinutes: null },
  ...{ alertCentsPerHour: null, alertCentsPerDay: 2_000, alertBreakers: true, errorBudgetPercent: 1 },
  ...{ requireCitations: true, rerankEnabled: true, selfEvaluationEnabled: true, subQuestionsEnabled: true },
  webChecks: "off",
  ...{ planning: "auto", planBudget: 50, planTimeLimitSeconds: 900, checkpoints: ["plan"] },
  ...{ planStepTimeLimitSeconds: 180, deepIterations: 12 },
  ...{ planApprovalCents: 20, stepApprovalCents: 20 },
  sharingRoles: ["member", "operator", "auditor", "admin"],
  ...{ seed: null, followUpsEnabled: true, codeEnabled: false, codeMemoryMegabytes: 64 },
};
const isTaken = (settings: object) => settingsPatchSchema.safeParse(settings).success;
const takesEnds = ({ min, max }: Range, take: (value: number) => boolean) =>
  [min - 1, min, max, max + 1].map(take);
const onlyInside = [false, true, true, false];
const ranges = Object.entries<Field>(settingFields).flatMap(([name, field]) =>
  "min" in field ? [[name, { min: field.min, max: field.max }] as const] : [],
);

describe("the settings", () => {
  it.each(ranges)("let %s be set from end to end and no further", (name, range) => {
    expect(takesEnds(range, (value) => isTaken({ [name]: value }))).toEqual(onlyInside);
  });

  it.each(Object.entries(toolLimitRanges))(
    "let a tool's %s be set from end to end and no further",
    (name, range) => {
      expect(takesEnds(range, (value) => isTaken({ toolLimits: { web_search: { [name]: value } } }))).toEqual(
        onlyInside,
      );
    },
  );

  it("of a document that an earlier version stored are read unchanged, and it had these defaults", () => {
    expect(agentSettingsSchema.parse(structuredClone(stored))).toEqual({ ...stored, ...added });
    const later = [
      "memory_forget",
      "note_read",
      "note_write",
      "retrieve",
      "retrieve_more",
      "lookup",
      "summarize",
      "search_conversations",
      "ask_person",
      "ask_helper",
      "run_workflow",
      "run_code",
    ];
    const known = settableTools.filter((name) => !later.includes(name));
    expect({ ...defaultSettings, enabledTools: known }).toEqual({ ...stored, ...added });
  });

  it("take a name that no tool has, so that a tool may go without making what is stored unreadable", () => {
    expect(agentSettingsSchema.parse({ enabledTools: ["fax"] }).enabledTools).toEqual(["fax"]);
  });

  it("take chains up to their length, tier by tier", () => {
    const chain = (length: number) => ({ modelTiers: { main: Array.from({ length }, () => "a:b") } });
    expect([isTaken(chain(maxChainLength)), isTaken(chain(maxChainLength + 1))]).toEqual([true, false]);
    expect(settingsPatchSchema.parse(chain(1))).toEqual({ modelTiers: { main: ["a:b"] } });
    expect(isTaken({ modelTiers: { tiny: [] } })).toBe(false);
  });

  it.each(["openai:gpt-6-luna", "nonsense", "Upper:model", "a:b,c"])(
    "judge the model %j in the form as on the server",
    (model) => {
      expect(new RegExp(modelPattern.source).test(model)).toBe(modelRefSchema.safeParse(model).success);
    },
  );
});

describe("a setting that is added", () => {
  const field = {
    section: "answers",
    kind: "number",
    default: 3,
    min: 2,
    max: 7,
    step: 1,
    unit: "steps",
  } as const;
  const schemas = createSettingsSchemas({ ...settingFields, patience: field });

  it("has its default in documents that do not know it, and its place in a change within its limits", () => {
    expect(schemas.settings.parse({ maxIterations: 4 })).toMatchObject({ maxIterations: 4, patience: 3 });
    const isChange = (patience: unknown) => schemas.patch.safeParse({ patience }).success;
    expect(takesEnds(field, isChange)).toEqual(onlyInside);
    expect([isChange(2.5), isChange(null)]).toEqual([false, false]);
  });

  it("has a row with the control of its kind, its limits and its words", async () => {
    const settings = { ...defaultSettings, maxIterations: 6 };
    const reply = {
      ...{ version: 1, settings, defaults: defaultSettings, updatedAt: null, updatedBy: null, providers: [] },
      ...{ effectiveTiers: settings.modelTiers, engines: [], fallback: null },
      ...{ knownPrices: {}, withoutTemperature: [] },
    };
    const html = await renderInLocale(
      "en",
      <SettingsProvider initial={reply} tools={[]}>
        <SettingControl name="maxIterations" field={field} />
      </SettingsProvider>,
    );
    expect(html).toMatch(/<input type="text"[^>]* aria-label="Rounds"[^>]* value="6"/);
    expect(html).toMatch(/<div [^>]*id="maxIterations"/);
    expect(html).toContain("Default: 5 rounds");
  });
});
