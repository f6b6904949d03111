import { createHash } from "node:crypto";
import { toQueryText, type CallJudgement } from "@/lib/engine/loop/consent/judge-call";
import { nothingSpent } from "@/lib/protocol/spent";
import type { ConsentLedgers, LedgerEntry, LedgerCounts } from "@/lib/engine/records/consent-ledgers";
import type { CallRequest } from "@/lib/protocol/approvals";
import type { Brief } from "@/lib/engine/brief";
import type { RunTools } from "@/lib/engine/ports";
import type { Log } from "@/lib/log";

/** What judging takes of what runs are made in. */
export type JudgeHost = { tools: RunTools; records: { consentLedgers: ConsentLedgers }; log: Log };

const nothingTold: LedgerCounts = { spent: nothingSpent, searches: [] };

/** Counts what the calls of a run tell, together with all others for its question. */
export function createCounter(
  { records: { consentLedgers }, log }: JudgeHost,
  { id: runId, userId, question, ledgers }: Pick<Brief, "id" | "userId" | "ledgers" | "question">,
) {
  const ledger = consentLedgers.open(userId, ledgers);
  let read: { group: string; told: LedgerCounts; isClosed: boolean; reading: Promise<void> } | null = null;
  const close = (error: unknown): void => {
    log.warn("consent_not_counted", { runId, error });
    if (read !== null) read.isClosed = true;
  };
  async function readOthers(group: string): Promise<void> {
    try {
      const told = await ledger.read(group);
      if (read?.group === group) read.told = told;
    } catch (error) {
      close(error);
    }
  }
  return {
    told: (): LedgerCounts => read?.told ?? nothingTold,
    forget: (): void => void (read = null),
    /** Reads what was told by others than this group of calls; calls of a step wait for it together. */
    async load(group: string): Promise<boolean> {
      const isFirst = read === null;
      read ??= { group, told: nothingTold, isClosed: false, reading: readOthers(group) };
      await read.reading;
      return isFirst;
    },
    /** `false`: others have told too much meanwhile, or nobody knows what they told. */
    async note(
      key: string,
      request: CallRequest,
      judged: (CallJudgement & { kind: "free" }) | "allowed",
    ): Promise<boolean> {
      const { own, step } = (judged !== "allowed" && judged.spent) || {
        own: nothingSpent,
        step: nothingSpent,
      };
      if (read === null || read.isClosed) return false;
      const entry: LedgerEntry = {
        id: `${read.group}/${createHash("sha256").update(key).digest("base64url").slice(0, 16)}`,
        ...{ group: read.group, questionId: question.id, spent: own },
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
