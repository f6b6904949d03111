import type { Breakers } from "@/lib/breakers/breakers";
import type { AuditLog } from "@/lib/data/audit";
import type { HeldLease, Leases } from "@/lib/engine/records/leases";
import type { People } from "@/lib/data/people";
import { readBrief } from "@/lib/engine/stored-brief";
import { AppError } from "@/lib/errors";
import type { BreakerKind } from "@/lib/protocol/breakers";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { RunningReply } from "./shape";

export type OperationsDeps = {
  leases: Pick<Leases, "find" | "listNewest">;
  people: Pick<People, "findMany">;
  audit: Pick<AuditLog, "record">;
  breakers: Pick<Breakers, "reset">;
  /** What there is of the reply is stored when it resolves, or some seconds have passed. */
  stop: (userId: string, conversationId: string) => Promise<void>;
};

const mostShown = 200;

/** What keeps the site going: replies of others are seen without their words, and stopped. */
export function createOperations({ leases, people, audit, breakers, stop }: OperationsDeps) {
  return {
    /** The newest replies that are being made or wait for their person. */
    async listRunning(): Promise<RunningReply> {
      const held = (await leases.listNewest(mostShown)).filter(({ lease }) => lease.endedAt === null);
      const ids = [...new Set(held.map(({ lease }) => lease.userId))];
      const found = await people.findMany(ids);
      const names = new Map(ids.map((id, index) => [id, found[index]?.name ?? null]));
      return { runs: held.map((one) => toRow(one, names.get(one.lease.userId) ?? null)) };
    },

    /** Throws `not_found` for one that has ended. */
    async stopRun(by: string, runId: string): Promise<void> {
      const held = await leases.find(runId);
      if (held === null || held.lease.endedAt !== null)
        throw new AppError("not_found", "This reply is not being made any more.");
      const { userId, conversationId } = held.lease;
      await audit.record({ act: "run_stopped", actor: by, target: userId, detail: runId });
      await stop(userId, conversationId);
    },

    /** On this instance: each finds out itself what fails. Throws `not_found`. */
    async resetBreaker(by: string, { kind, name }: { kind: BreakerKind; name: string }): Promise<void> {
      if (!breakers.reset(kind, name)) throw new AppError("not_found", "Nothing of this name has failed.");
      await audit.record({ act: "breaker_reset", actor: by, detail: `${kind} ${name}` });
    },
  };
}

function toRow(held: HeldLease, name: string | null): RunningReply["runs"][number] {
  const { runId, lease, waitMs } = held;
  const { userId, isStopAsked } = lease;
  const record = readBrief(held)?.record;
  return {
    ...{ id: runId, person: { id: userId, name } },
    state: isStopAsked ? "stopping" : waitMs === null ? "working" : "waiting",
    ...(record === undefined ? unwritten : toDoing(record)),
  };
}

/** What is known of a reply before its record is written. */
const unwritten = { model: "", agent: null, startedAt: null, step: null, origin: null };

const toDoing = ({ model, agent, startedAt, stepOf, origin }: RunRecord) => ({
  ...{ model, startedAt, agent: agent?.name ?? null, step: stepOf?.step ?? null, origin: origin ?? null },
});
