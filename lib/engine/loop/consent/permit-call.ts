import type { FoundPermission } from "@/lib/protocol/tool-permissions";
import type { CallJudgement, JudgedCall } from "./judge-call";

/** A tool that always asks is asked for like others where its very name is allowed. */
export function permitApproval(
  approval: JudgedCall["approval"],
  found: FoundPermission | null,
): JudgedCall["approval"] {
  const isAllowed = found?.permission === "allow" && found.isNamed;
  return approval === "always" && isAllowed ? "when-untrusted" : approval;
}

/** What becomes of a judgement by the role's permission: it may be asked or refused, never freed. */
export function permitCall(judged: CallJudgement, found: FoundPermission | null): CallJudgement {
  switch (found?.permission) {
    case "deny":
      return { kind: "refuse", message: deniedMessage, details: [] };
    case "ask":
      return judged.kind === "free" ? { kind: "ask", reason: "rule", details: [] } : judged;
    case "allow":
    case undefined:
      return judged;
  }
}

export const deniedMessage = "This tool is not for the person's role.";
