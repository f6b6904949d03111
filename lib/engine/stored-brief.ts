import { z } from "zod";
import { branchPathSchema, wholePath } from "@/lib/data/branches";
import type { HeldLease } from "@/lib/engine/records/leases";
import { runRecordSchema } from "@/lib/engine/records/runs";
import { answeringAgentSchema } from "@/lib/features/agents/shape/agents";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import { chatOptionsSchema } from "@/lib/protocol/chat-request";
import type { AgentSettings } from "@/lib/protocol/settings";
import { taskSchema } from "@/lib/engine/task";
import { parseJson } from "@/lib/protocol/json";

/** What a worker needs, kept with the lease, so that any can make the reply; later fields have defaults. */
const briefSchema = z.object({
  record: runRecordSchema,
  options: chatOptionsSchema,
  chain: z.array(z.string()),
  /** Number of the reply among the messages of the conversation. */
  seq: z.number().int(),
  /** From the reply back to the conversation's beginning. */
  path: branchPathSchema.default([...wholePath]),
  isFirstTurn: z.boolean(),
  isFirstToday: z.boolean(),
  /** A summary may reach up to this message. */
  summarisedSeq: z.number().int().default(0),
  isTemporary: z.boolean().default(false),
  /** Documents were sent in the conversation. */
  hasFiles: z.boolean().default(true),
  /** The conversation's folder, whose instructions and collections hold. */
  folder: z.string().nullable().default(null),
  /** Who answers, `null` for the built-in agent. */
  agent: answeringAgentSchema.extend({ instructions: z.string() }).nullable().default(null),
  /** What whoever answers has to call. */
  requiredTools: z.array(z.string()).default([]),
  /** Without one it answers a person. */
  task: taskSchema.nullable().default(null),
  /** It is asked to compare settings: nobody waits for it, or can be asked. */
  isTrial: z.boolean().default(false),
  /** The conversation named another one, which is not there any more. */
  isAgentGone: z.boolean().default(false),
  /** The reply goes on from what it had when it was cut short before. */
  isContinued: z.boolean(),
  /** What the reply may cost: the settings' budget, or what is left of the person's money. */
  budgetMicroUsd: z.number(),
});
export type StoredBrief = z.output<typeof briefSchema>;

/**
 * Over the time limit of a run: what saving its end may take, with the waits for a store that is away, and
 * what being taken over may.
 */
const endingMs = 180_000;

/** When the money that is set aside for a run that begins or goes on now is given up. */
export function toReservedUntil(
  now: number,
  { timeLimitSeconds }: Pick<AgentSettings, "timeLimitSeconds">,
): number {
  return now + timeLimitSeconds * 1000 + endingMs;
}

/** Gives `null` for one that this version cannot read. */
export function readBrief({ lease }: Pick<HeldLease, "lease">): StoredBrief | null {
  return briefSchema.safeParse(parseJson(lease.plan)).data ?? null;
}

/** What is known of a reply when it begins. */
export function toFirstMetadata({
  id,
  startedAt,
  agent,
  userMessageId,
}: StoredBrief["record"]): MessageMetadata {
  return { runId: id, parentId: userMessageId, startedAt, ...(agent !== undefined && { agent }) };
}
