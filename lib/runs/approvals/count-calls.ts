import { createHash } from "node:crypto";
import { toQueryText, type CallJudgement } from "@/lib/agent/consent/judge-call";
import { nothingSpent } from "@/lib/agent/consent/spent";
import type { LedgerEntry, Told } from "@/lib/data/consent-ledgers";
import type { CallRequest } from "@/lib/protocol/approvals";
import type { RunDeps } from "@/lib/runs/ports";

const nothingTold: Told = { spent: nothingSpent, searches: [] };

type CountedRun = { id: string; userId: string; userMessageId: string; ledgers: readonly string[] };

/** Counts what the calls of a run tell, together with all others for its question. */
export function createCounter(
  { consentLedgers, log }: Pick<RunDeps, "consentLedgers" | "log">,
  run: CountedRun,
) {
  const ledger = consentLedgers.open(run.userId, run.ledgers);
  let read: { group: string; told: Told; isClosed: boolean } | null = null;
  const close = (error: unknown): void => {
    log.warn("consent_not_counted", { runId: run.id, error });
    if (read !== null) read.isClosed = true;
  };
  return {
    told: (): Told => read?.told ?? nothingTold,
    forget: (): void => void (read = null),
    /** Reads what was told by others than this group of calls. `false` where that is known. */
    async load(group: string): Promise<boolean> {
      if (read !== null) return false;
      read = { group, told: nothingTold, isClosed: false };
      try {
        read.told = await ledger.read(group);
      } catch (error) {
        close(error);
      }
      return true;
    },
    /** `false`: others have told too much meanwhile, or nobody knows what they told. */
    async note(
      key: string,
      request: CallRequest,
      judged: (CallJudgement & { kind: "free" }) | "allowed",
    ): Promise<boolean> {
      if (read === null || read.isClosed) return false;
      const { own, step } = (judged !== "allowed" && judged.spent) || {
        own: nothingSpent,
        step: nothingSpent,
      };
      // An address that the person named tells nothing.
      if (judged !== "allowed" && request.reason === "address" && judged.spent === undefined) return true;
      const entry: LedgerEntry = {
        id: `${read.group}/${createHash("sha256").update(key).digest("base64url").slice(0, 16)}`,
        ...{ group: read.group, questionId: run.userMessageId, spent: own },
        search: request.reason === "query" ? toQueryText(request) : null,
        isAllowed: judged === "allowed" && request.reason === "address",
      };
      try {
        const isNoted = await ledger.note(entry, step);
        if (judged === "allowed") read = null;
        return isNoted;
      } catch (error) {
        close(error);
        return false;
      }
    },
  };
}
