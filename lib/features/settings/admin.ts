import type { AuditLog } from "@/lib/data/audit";
import { toAuthor, type Person } from "@/lib/data/people";
import type { ProviderKeys, SettingsDrafts } from "./records";
import type { DraftChange, DraftRef, NewDraft } from "./shape";
import type { Settings } from "@/lib/data/settings";
import type { Statistics } from "@/lib/features/statistics/records/statistics";
import { AppError } from "@/lib/errors";
import type { EngineTestReply, SettingsPatch, SettingsReply } from "@/lib/protocol/settings";
import type { SettingName } from "@/lib/protocol/settings-fields";
import type { OverviewQuery, OverviewReply } from "@/lib/features/statistics/shape";
import { testEngine } from "@/lib/features/web/search/test-engine";
import { createModelAccess } from "./model-access";
import type { ProviderRegistry } from "./providers";
import { toSettingsReply } from "./settings-view";

export type AdminDeps = {
  audit: AuditLog;
  settings: Settings;
  settingsDrafts: SettingsDrafts;
  /** What was tried with a draft is published with it. */
  experiments: { publishDraft: (draft: DraftRef) => Promise<void> };
  statistics: Statistics;
  providerKeys: ProviderKeys;
  providers: ProviderRegistry;
  /** Of all tools that there are. */
  toolNames: readonly string[];
};

/** What the admin pages ask for. */
export function createAdmin(deps: AdminDeps) {
  const { audit, settings, settingsDrafts, statistics, providerKeys, providers, toolNames } = deps;
  const readSettings = async (): Promise<SettingsReply> =>
    toSettingsReply(await settings.get(), {
      models: providers.models(),
      engines: providers.engines(),
      defaults: settings.defaults,
    });
  const toEdit = async ({ base, patch }: NewDraft, author: Person) => {
    const before = await settings.at(base);
    const names = Object.keys(patch) as SettingName[];
    return { by: toAuthor(author), from: Object.fromEntries(names.map((name) => [name, before[name]])) };
  };
  return {
    readSettings,

    /** Throws `conflict` when somebody else saved first, `invalid_request` for a tool that there is not. */
    async saveSettings(
      ...[patch, version, author, draft]: [SettingsPatch, number, Person, DraftRef?]
    ): Promise<SettingsReply> {
      checkTools(patch, toolNames);
      await settings.update(patch, version, toAuthor(author));
      await audit.record({ act: "settings_changed", actor: author.id, detail: String(version + 1) });
      if (draft !== undefined) {
        await settingsDrafts.deleteAsOf(draft);
        await deps.experiments.publishDraft(draft);
      }
      return readSettings();
    },

    /** Throws `conflict`, `not_found` or `invalid_settings`. */
    async revertSettings(change: { version: number; to: number }, author: Person): Promise<SettingsReply> {
      await settings.revert(change, toAuthor(author));
      const about = String(change.version + 1);
      await audit.record({ act: "settings_reverted", actor: author.id, detail: String(change.to), about });
      return readSettings();
    },

    listSettingsVersions: settings.listVersions,
    listDrafts: settingsDrafts.list,
    /** Throws `too_large`. */
    createDraft: async (asked: NewDraft, author: Person) =>
      settingsDrafts.create(asked, await toEdit(asked, author)),
    /** Throws `conflict` when somebody else kept it first, or `not_found`. */
    changeDraft: async (id: string, asked: DraftChange, author: Person) =>
      settingsDrafts.change(id, asked, await toEdit(asked, author)),
    deleteDraft: settingsDrafts.delete,
    /** The last hours where they are asked for, else days. */
    overview: ({ days, hours }: OverviewQuery): Promise<OverviewReply> =>
      hours === undefined ? statistics.overview(days) : statistics.hourly(hours),

    ...createModelAccess({ audit, settings, providerKeys, providers, readSettings }),

    /** Throws `not_found`, or `aborted` when the asker left; a failure of the engine is a reply. */
    testEngine: (id: string, signal: AbortSignal): Promise<EngineTestReply> =>
      testEngine(providers.engines(), id, signal),
  };
}
function checkTools({ enabledTools = [], toolLimits = {} }: SettingsPatch, known: readonly string[]): void {
  const isUnknown = (name: string) => !known.includes(name);
  const fields = [
    ...enabledTools.flatMap((name, index) => (isUnknown(name) ? [`settings.enabledTools.${index}`] : [])),
    ...Object.keys(toolLimits).flatMap((name) => (isUnknown(name) ? [`settings.toolLimits.${name}`] : [])),
  ];
  if (fields.length > 0)
    throw new AppError("invalid_request", "There is no such tool.", {
      fields: Object.fromEntries(fields.map((path) => [path, "name a tool that there is"])),
    });
}
