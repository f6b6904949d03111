import { useTranslations } from "next-intl";
import { roles } from "@/lib/features/accounts/shape/accounts";
import type { AuditAct, AuditPerson, AuditRow } from "@/lib/features/accounts/shape/audit";
import { alertRules } from "@/lib/features/alerts/shape";
import { breakerKinds } from "@/lib/protocol/breakers";
import { usePermissionWords } from "./use-permission-words";

const rolesIn: readonly AuditAct[] = ["role_changed", "person_invited", "invitation_resent", "account_made"];

/** An entry of the audit log in words. */
export function useAuditWords() {
  const t = useTranslations("admin");
  const { nameTool } = usePermissionWords();

  /** Words where it is a name of ours, else as it was written down. */
  function sayDetail({ act, detail, about }: Pick<AuditRow, "act" | "detail" | "about">): string {
    if (detail === null) return "";
    const role = rolesIn.includes(act) ? roles.find((one) => one === detail) : undefined;
    if (role !== undefined) return t(`people.role.${role}`);
    if (act === "reset_link_made") return t(`audit.resetLink.${detail === "mailed" ? "mailed" : "shown"}`);
    if (act === "settings_changed") return t("audit.version", { version: detail });
    if (act === "settings_reverted") return t("audit.reverted", { version: detail });
    if (act === "mcp_changed" && about !== null) return t("audit.ofKind", { kind: detail, name: about });
    const rule = act === "alert_acknowledged" ? alertRules.find((one) => one === detail) : undefined;
    if (rule !== undefined) return t(`alerts.rules.${rule}`);
    const kind =
      act === "breaker_reset" ? breakerKinds.find((one) => detail.startsWith(`${one} `)) : undefined;
    if (kind === undefined) return detail;
    const name = nameTool(detail.slice(kind.length + 1));
    return t("audit.ofKind", { kind: t(`overview.breakdown.kinds.${kind}`), name });
  }

  return {
    sayAct: (act: AuditAct): string => t(`audit.acts.${act}`),
    sayDetail,
    /** An address that was invited, or the browser of a sign-in. */
    sayAbout: ({ act, about }: Pick<AuditRow, "act" | "about">): string =>
      act === "settings_reverted" || act === "mcp_changed" ? "" : (about ?? ""),
    sayActor: (actor: AuditPerson | null): string =>
      actor === null ? t("audit.server") : (actor.name ?? t("audit.gone", { id: actor.id })),
    sayTarget: (target: AuditPerson | null): string =>
      target === null ? "" : (target.name ?? t("audit.gone", { id: target.id })),
  };
}

/** The version of the settings that an entry made; `null` also where it was not written down yet. */
export function toVersion({ act, detail, about }: AuditRow): number | null {
  const text = act === "settings_changed" ? detail : act === "settings_reverted" ? about : null;
  const version = Number(text ?? Number.NaN);
  return Number.isInteger(version) && version > 0 ? version : null;
}
