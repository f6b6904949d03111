import type {
  InvitationsReply,
  LinkReply,
  PatchPerson,
  PeopleReply,
  PersonRow,
  Role,
} from "@/lib/protocol/accounts";
import type { Alert, AlertsReply } from "@/lib/protocol/alerts";
import type { AuditAct, AuditReply } from "@/lib/protocol/audit";
import type { BreakersReply, BreakerState } from "@/lib/protocol/breakers";
import type { RatingsReply } from "@/lib/protocol/ratings";
import type { RunningReply } from "@/lib/protocol/operations";
import type {
  EngineTestReply,
  ModelListReply,
  ModelTestReply,
  SettingsPatch,
  SettingsReply,
  VersionsReply,
} from "@/lib/protocol/settings";
import type { LocalServersReply } from "@/lib/protocol/local-server";
import type { SharesReply } from "@/lib/protocol/snapshots";
import type { OverviewReply } from "@/lib/protocol/statistics";
import { request, type Answer } from "./request";

/** A real question to a model or an engine may take as long as one in a reply. */
const testLimitMs = 60_000;

export const adminApi = createAdminApi();
export type AdminApi = ReturnType<typeof createAdminApi>;

type Ask = <VALUE>(path: string, options?: Parameters<typeof request>[1]) => Promise<Answer<VALUE>>;

/** What keeps the site going. */
function createOperationsApi(ask: Ask) {
  return {
    resetBreaker: ({ kind, name }: Pick<BreakerState, "kind" | "name">) =>
      ask<unknown>("/api/admin/breakers", { method: "POST", body: { kind, name } }),
    listRunning: (signal?: AbortSignal) =>
      ask<RunningReply>("/api/admin/runs", signal === undefined ? {} : { signal }),
    /** Answers that people found bad. */
    listLowRatings: (cursor: string | null) =>
      ask<RatingsReply>(`/api/admin/ratings${toQuery({ value: "down", cursor })}`),
    listAlerts: (signal?: AbortSignal) =>
      ask<AlertsReply>("/api/admin/alerts", signal === undefined ? {} : { signal }),
    acknowledgeAlert: (id: string) =>
      ask<Alert>(`/api/admin/alerts/${encodeURIComponent(id)}`, {
        method: "PATCH",
        body: { state: "acknowledged" },
      }),
    listShares: (cursor: string | null) => ask<SharesReply>(`/api/admin/shares${toQuery({ cursor })}`),
    endShare: (id: string) => ask<null>(`/api/admin/shares/${encodeURIComponent(id)}`, { method: "DELETE" }),
    stopRun: (id: string) =>
      ask<unknown>(`/api/admin/runs/${encodeURIComponent(id)}/stop`, { method: "POST" }),
  };
}

/** Providers' lists and servers, and models tried. */
function createModelApi(ask: Ask) {
  return {
    /** The model servers on this machine; none with accounts. */
    findServers: (signal: AbortSignal) => ask<LocalServersReply>("/api/admin/models/server", { signal }),
    /** What a provider lists at the moment. */
    listModels: (provider: string) => ask<ModelListReply>(`/api/admin/models${toQuery({ provider })}`),
    askServer: (entry: ServerEntry) =>
      ask<{ models: string[] }>("/api/admin/models/server", { method: "POST", body: entry }),
    /** Its model answers from now on. */
    putServer: (entry: ServerEntry & { model: string }) =>
      ask<unknown>("/api/admin/models/server", { method: "PUT", body: entry }),
    removeServer: (name: string) =>
      ask<unknown>(`/api/admin/models/server${toQuery({ name })}`, { method: "DELETE" }),
    testModel: (model: string) =>
      ask<ModelTestReply>("/api/admin/models/test", {
        method: "POST",
        body: { model },
        timeoutMs: testLimitMs,
      }),
  };
}

/** Asks this server unless `origin` names another. Never throws: what went wrong is part of the answer. */
export function createAdminApi(origin = "") {
  const ask: Ask = (path, options) => request(`${origin}${path}`, options);
  return {
    getSettings: () => ask<SettingsReply>("/api/admin/settings"),
    putSettings: (version: number, settings: SettingsPatch) =>
      ask<SettingsReply>("/api/admin/settings", { method: "PUT", body: { version, settings } }),
    /** Newest first; each holds what stood after its change. */
    listVersions: (cursor: string | null) =>
      ask<VersionsReply>(`/api/admin/settings/versions${toQuery({ cursor })}`),
    /** Makes the settings of the version `to` the newest, on top of `version`. */
    revertSettings: (version: number, to: number) =>
      ask<SettingsReply>("/api/admin/settings/revert", { method: "POST", body: { version, to } }),
    /** `owner` is a model provider or a search engine; `null` removes its key. */
    putKey: (owner: string, key: string | null) =>
      ask<unknown>("/api/admin/keys", { method: "PUT", body: { provider: owner, key } }),
    ...createModelApi(ask),
    testEngine: (engine: string) =>
      ask<EngineTestReply>("/api/admin/search/test", {
        method: "POST",
        body: { engine },
        timeoutMs: testLimitMs,
      }),
    /** Of the instance that answers. */
    getBreakers: (signal?: AbortSignal) =>
      ask<BreakersReply>("/api/admin/breakers", signal === undefined ? {} : { signal }),
    ...createOperationsApi(ask),
    /** One day is the last 24 hours, hour by hour. */
    getOverview: (days: number, signal?: AbortSignal) =>
      ask<OverviewReply>(
        `/api/admin/overview${toQuery(days === 1 ? { hours: "24" } : { days: String(days) })}`,
        signal === undefined ? {} : { signal },
      ),
    listAudit: (query: AuditQuery & { cursor: string | null }) => ask<AuditReply>(toAuditAddress(query)),
    listPeople: (cursor: string | null) => ask<PeopleReply>(`/api/admin/people${toQuery({ cursor })}`),
    patchPerson: (id: string, change: PatchPerson) =>
      ask<PersonRow | null>(toPersonPath(id), { method: "PATCH", body: change }),
    createResetLink: (id: string) => ask<LinkReply>(`${toPersonPath(id)}/reset-link`, { method: "POST" }),
    listInvitations: (cursor: string | null) =>
      ask<InvitationsReply>(`/api/admin/invitations${toQuery({ cursor })}`),
    invite: (email: string | null, role: Role) =>
      ask<LinkReply>("/api/admin/invitations", { method: "POST", body: { email, role } }),
    revokeInvitation: (id: string) =>
      ask<null>(`/api/admin/invitations/${encodeURIComponent(id)}`, { method: "DELETE" }),
  };
}

type ServerEntry = { name: string; address: string; key: string | null };

type AuditQuery = { act: AuditAct | null; actor: string | null };

/** With `format: "jsonl"` of the file. */
export function toAuditAddress(query: AuditQuery & { [name: string]: string | null }): string {
  return `/api/audit${toQuery(query)}`;
}

function toPersonPath(id: string): string {
  return `/api/admin/people/${encodeURIComponent(id)}`;
}

function toQuery(values: Record<string, string | null>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

export const peopleList = {
  load: adminApi.listPeople,
  key: ({ id }: PersonRow) => id,
  page: ({ people: items, cursor }: PeopleReply) => ({ items, cursor }),
};
