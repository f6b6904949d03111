import type { Agent, AgentFields, AgentPatch, AgentVersionsReply } from "@/lib/protocol/agents";
import { request, requestRemoval } from "./request";

/** What administrators do with named agents. Never throws: what went wrong is part of the answer. */
export const agentApi = {
  get: (id: string) => request<Agent>(toPath(id)),
  create: (fields: AgentFields) => request<Agent>("/api/agents", { method: "POST", body: fields }),
  /** Made against `version`. */
  patch: (id: string, version: number, changes: AgentPatch) =>
    request<Agent>(toPath(id), { method: "PATCH", body: { version, changes } }),
  delete: (id: string) => requestRemoval(toPath(id)),
  /** Newest first; each holds what stood after its change. */
  listVersions: (id: string, cursor: string | null) =>
    request<AgentVersionsReply>(
      `${toPath(id)}/versions${cursor === null ? "" : `?${new URLSearchParams({ cursor }).toString()}`}`,
    ),
  /** Makes the version `to` the newest, on top of `version`. */
  revert: (id: string, version: number, to: number) =>
    request<Agent>(`${toPath(id)}/revert`, { method: "POST", body: { version, to } }),
};

function toPath(id: string): string {
  return `/api/agents/${encodeURIComponent(id)}`;
}
