import { z } from "zod";

/** What is kept in the audit log: every act of an administrator, and what happens to an account. */
export const auditActs = [
  "signed_in",
  "sign_in_failed",
  "signed_out_everywhere",
  "session_ended",
  "password_changed",
  "password_reset",
  "provider_joined",
  "account_made",
  "account_deleted",
  "person_invited",
  "invitation_revoked",
  "invitation_resent",
  "reset_link_made",
  "role_changed",
  "person_disabled",
  "person_enabled",
  "person_approved",
  "address_changed",
  "sign_up_changed",
  "quota_changed",
  "settings_changed",
  "settings_reverted",
  "site_changed",
  "backup_made",
  "backup_downloaded",
  "backup_deleted",
  "backup_plan_changed",
  "agent_made",
  "agent_changed",
  "agent_reverted",
  "agent_deleted",
  "mcp_added",
  "mcp_changed",
  "mcp_removed",
  "mcp_tried",
  "key_set",
  "key_removed",
  "audit_exported",
  "run_stopped",
  "run_shared",
  "run_unshared",
  "page_shared",
  "page_unshared",
  "breaker_reset",
  "alert_acknowledged",
  "alert_receivers_changed",
] as const;
export const auditActSchema = z.enum(auditActs);
export type AuditAct = z.output<typeof auditActSchema>;

/** `GET /api/audit`, newest first; with `format=jsonl` all that matches, as a file. */
export const auditQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  actor: z.string().max(100).optional(),
  act: auditActSchema.optional(),
  since: z.coerce.number().min(0).optional(),
  until: z.coerce.number().min(0).optional(),
  format: z.enum(["json", "jsonl"]).default("json"),
});
/** Times in milliseconds since 1970. */
export type AuditFilter = Pick<
  Partial<z.output<typeof auditQuerySchema>>,
  "actor" | "act" | "since" | "until"
>;

/** `name` is `null` when the account is gone: the log itself holds ids only. */
export type AuditPerson = { id: string; name: string | null };
export type AuditRow = {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  act: AuditAct;
  /** Whose account did it, or was used; `null` for the server itself. */
  actor: AuditPerson | null;
  /** To whom, where that is another one. */
  target: AuditPerson | null;
  /** A role, provider, version of the settings, name of an agent: never a password, link, key or address. */
  detail: string | null;
  /**
   * The version that a change made, the tools of a server, the address that was invited as long as the
   * invitation is there, the browser of a sign-in.
   */
  about: string | null;
};
export type AuditReply = { entries: AuditRow[]; cursor: string | null };
