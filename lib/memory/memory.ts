import { createHash } from "node:crypto";
import type { MemoryDocument, MemoryRecords } from "@/lib/data/memories";
import { AppError } from "@/lib/errors";
import type { Fact, FactOrigin, ForgottenFact, Remembered } from "@/lib/protocol/memories";
import type { FactInput } from "./accept";
import {
  addFacts,
  countUse,
  forgetAll,
  patchFact,
  removeFact,
  settleLooks,
  type AddedFacts,
  type Changed,
  type Draft,
  type FactPatch,
  type FactSource,
  type FactWay,
} from "./changes";
import type { RelateFact } from "./compare/relate-fact";
import { lookCloser } from "./look-closer";
import { sortByRank } from "./rank";
import { createRecall, type FoundFacts, type RecallDeps } from "./recall";
import type { FactQuery } from "./search";
import { findSecret } from "./secrets";
import { putBack } from "./put-back";
import { expireFacts } from "./tiers";

export type MemoryOptions = RecallDeps & {
  records: MemoryRecords;
  newId: () => string;
  /** Looks at what rules cannot tell from the known facts; without it such facts are kept beside each other. */
  relateFact?: RelateFact;
  /** Whether the person may still spend something, asked where no reply has set money aside; if not, rules alone compare what they write down. */
  maySpend?: (userId: string) => Promise<boolean>;
};

/** The one door to what is remembered about a person. Whether the site has memory switched on is the caller's to ask; a person's own switch is heeded here. */
export function createMemory({
  records,
  now,
  newId,
  relateFact,
  maySpend = async () => true,
  ...comparing
}: MemoryOptions) {
  const change = createChange(records, now);
  const keep = async (
    userId: string,
    drafts: readonly Draft[],
    way: FactWay,
    relate = relateFact,
  ): Promise<AddedFacts> => {
    const { added, facts, keptAt } = await change(userId, (before, at) => {
      const { document, result } = addFacts(before, [...drafts], way, at);
      return { document, result: { added: result, facts: document.facts, keptAt: at } };
    });
    const { looks, costMicroUsd } =
      relate === undefined ? { looks: [], costMicroUsd: 0 } : await lookCloser(relate, facts, added.saved);
    const settled =
      looks.length === 0
        ? added
        : await change(userId, (document, at) => settleLooks(document, looks, added, { keptAt, at }));
    return { ...settled, costMicroUsd };
  };
  const { factsForPrompt, find } = createRecall({ records, now, ...comparing });
  return {
    ...createReading(records, now),
    factsForPrompt,
    ...createEditing(change, async (userId, input) => {
      const relate = relateFact !== undefined && (await maySpend(userId)) ? relateFact : keepApart;
      const added = await keep(userId, [{ input, id: newId() }], { source: null, origin: "person" }, relate);
      if (added.costMicroUsd > 0) await comparing.addCost?.(userId, added.costMicroUsd);
      return added;
    }),

    /**
     * Keeps what may be kept and says of the rest why not. The same inputs under the same key are kept once: when it is not known whether they
     * were, a repeat gives what the first gave.
     */
    async addOnce(
      userId: string,
      inputs: readonly FactInput[],
      {
        source,
        key,
        origin = "agent",
        ...way
      }: { source: FactSource; key: string; origin?: FactOrigin; saidAt?: number },
    ): Promise<AddedFacts> {
      return keep(
        userId,
        inputs.map((input, index) => ({ input, id: toRepeatedId(key, index, input) })),
        { source, origin, ...way },
      );
    },

    /** Facts by terms and categories; those found count as used. */
    async search(userId: string, query: FactQuery, signal?: AbortSignal): Promise<FoundFacts> {
      const answer = await find(userId, query, signal);
      const ids = answer.found.map(({ id }) => id);
      if (ids.length > 0)
        await change(userId, (document, at) => ({
          document: countUse(document, ids, null, at),
          result: null,
        }));
      return answer;
    },

    /** Counts facts as used by an answer. */
    async markUsed(
      userId: string,
      factIds: readonly string[],
      place: NonNullable<Fact["usedIn"]>,
    ): Promise<void> {
      await change(userId, (document, at) => ({
        document: countUse(document, factIds, place, at),
        result: null,
      }));
    },
  };
}

/** What stands in the place of a closer look that may not be paid for. */
const keepApart: RelateFact = async () => ({ relation: { kind: "separate" }, costMicroUsd: 0 });
export type Memory = ReturnType<typeof createMemory>;

/** What the person does to their memory themselves. */
function createEditing(change: Change, keep: (userId: string, input: FactInput) => Promise<AddedFacts>) {
  return {
    /** Keeps what the person writes down themselves. Throws `secret_refused`, and `invalid_request` with the reason for what else is not kept. */
    async addByHand(userId: string, input: FactInput): Promise<Fact> {
      refuseSecrets([input.content, ...input.keywords]);
      const { saved, skipped } = await keep(userId, input);
      const [kept] = saved;
      if (kept === undefined)
        throw new AppError("invalid_request", `This is not kept: ${skipped[0]?.why ?? "it says nothing"}.`);
      return kept;
    },

    /** Throws `not_found`, and `conflict` when another fact says the same; a changed wording keeps the old one in the history and takes the place of what cannot stand beside it, a changed tier starts its time anew. */
    async patch(userId: string, factId: string, patch: FactPatch): Promise<Fact> {
      refuseSecrets([patch.content ?? ""]);
      return change(userId, (document, at) => patchFact(document, factId, patch, at));
    },

    /** Forgets a fact for good and gives it back, so that the person can undo it with `restore`. `isUndo` brings back what it took the place of. Throws `not_found`. */
    async remove(userId: string, factId: string, isUndo = false): Promise<ForgottenFact> {
      return change(userId, (document, at) => removeFact(document, factId, { isUndo, at }));
    },

    /** Puts a removed fact back as it was; one that is there stays as it is. Throws `secret_refused`, and `conflict` when another fact says the same by now. */
    async restore(userId: string, forgotten: ForgottenFact): Promise<Fact> {
      refuseSecrets(
        [forgotten, ...forgotten.earlier].flatMap(({ content, keywords }) => [content, ...keywords]),
      );
      return change(userId, (document, at) => putBack(document, forgotten, at));
    },

    /** Forgets everything, or only what is no longer in force. The person's switch stays as it is. */
    async clear(userId: string, part: "all" | "history" = "all"): Promise<void> {
      await change(userId, (document, at) => ({
        document: { ...(part === "all" ? forgetAll(document, at) : document), history: [] },
        result: null,
      }));
    },

    /** Switches memory on or off for the person; what is kept stays. */
    async setOff(userId: string, isOff: boolean): Promise<void> {
      await change(userId, (document, at) => ({
        document:
          document.isOff === isOff ? document : { ...document, isOff, ...(isOff ? {} : { learnsSince: at }) },
        result: null,
      }));
    },
  };
}

function refuseSecrets(words: readonly string[]): void {
  const secret = findSecret(words.join("\n"));
  if (secret !== null)
    throw new AppError("secret_refused", `This holds ${secret}, and secrets are never kept.`);
}

function createReading(records: MemoryRecords, now: () => number) {
  return {
    /** Facts in force, by rank; what ended, newest first. */
    async list(userId: string): Promise<Remembered> {
      const { facts, history, isOff } = expireFacts(await records.read(userId), now());
      return { facts: sortByRank(facts, now()), history: history.toReversed(), isOff };
    },

    /** What whoever learns from conversations has to know: what is known, and of which messages nothing is to be kept. `null` while memory is off. */
    async readForLearning(
      userId: string,
    ): Promise<{ known: string[]; isLeftOut: (said: { messageId: string; at: number }) => boolean } | null> {
      const {
        facts,
        isOff,
        learnsSince = 0,
        removedFrom = [],
      } = expireFacts(await records.read(userId), now());
      const isLeftOut = ({ messageId, at }: { messageId: string; at: number }) =>
        at < learnsSince || removedFrom.includes(messageId);
      return isOff ? null : { known: sortByRank(facts, now()).map(({ content }) => content), isLeftOut };
    },

    /** Everything that is kept about the person, for a file of their own. */
    async exportAll(userId: string): Promise<MemoryDocument & { exportedAt: number }> {
      return { exportedAt: now(), ...(await records.read(userId)) };
    },
  };
}

type Change = ReturnType<typeof createChange>;

/** Changes what is in force now; what has expired goes to the history on the way. */
function createChange(records: MemoryRecords, now: () => number) {
  return <T>(userId: string, work: (document: MemoryDocument, at: number) => Changed<T>): Promise<T> => {
    const at = now();
    return records.change(userId, (before) => {
      const { document, result } = work(expireFacts(before, at), at);
      return { document: document === before ? null : document, result };
    });
  };
}

/** The inputs belong to it: some servers name two calls of one reply alike. */
function toRepeatedId(key: string, index: number, input: FactInput): string {
  return createHash("sha256")
    .update(JSON.stringify([key, index, input]))
    .digest("hex")
    .slice(0, 32);
}
