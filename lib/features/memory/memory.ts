import { createHash } from "node:crypto";
import type { MemoryDocument, MemoryRecords } from "@/lib/features/memory/records/memories";
import { AppError } from "@/lib/errors";
import type { AskSmall } from "@/lib/protocol/ask";
import type { Fact, FactOrigin, ForgottenFact, Note, Remembered, FactInput } from "./shape";
import {
  addFacts,
  type AddedFacts,
  type Changed,
  type FactDraft,
  type FactSource,
  type FactWay,
} from "./add-facts";
import { countUse, forgetAll, patchFact, putBack, removeFact, type FactPatch } from "./edit-facts";
import { removeNote, writeNote } from "./notes";
import { sortByRank } from "./rank";
import { createRecall, type RecallDeps } from "./recall";
import { relateFacts, type RelatedFact } from "./relate-facts";
import { unrelated } from "./relation";
import { findSecret } from "./secrets";
import { expireFacts } from "./tiers";

export type MemoryOptions = RecallDeps & {
  records: MemoryRecords;
  newId: () => string;
  /** Tells how new facts stand to those in force; without it only the same wording is the same fact. */
  askSmall?: AskSmall;
  /** Lets the person pay for work that no reply pays for. */
  payFor?: <T>(userId: string, work: () => Promise<T>) => Promise<T>;
};

/** A message's facts are kept once under a key. `signal` ends the question about them, not the keeping. */
type AddOptions = {
  source: FactSource;
  key: string;
  origin?: FactOrigin;
  saidAt?: number;
  signal?: AbortSignal;
};

/**
 * The one door to what is remembered about a person. Whether the site has memory switched on is the caller's
 * to ask; a person's own switch is heeded here.
 */
export function createMemory(options: MemoryOptions) {
  const { records, now } = options;
  const change = createChange(records, now);
  const relate = createRelate(options);

  /** The same facts under the same key are kept once: a repeat gives what the first gave. */
  async function keep(
    userId: string,
    related: readonly RelatedFact[],
    ids: readonly string[],
    way: FactWay,
  ): Promise<AddedFacts> {
    const drafts = related.map((fact, index): FactDraft => ({ ...fact, id: ids[index] ?? "" }));
    return change(userId, (document, at) => addFacts(document, drafts, way, at));
  }

  return {
    ...createReading(records, now),
    ...createRecall(options),
    ...createEditing(options, change, relate),
    ...createEditingOfAll(change),
    ...createNotes(change),

    /** Keeps what may be kept and says of the rest why not. */
    async addOnce(
      userId: string,
      inputs: readonly FactInput[],
      { source, key, origin = "agent", saidAt, signal }: AddOptions,
    ): Promise<AddedFacts> {
      const ids = inputs.map((input, index) => toRepeatedId(key, index, input));
      const isUnsorted = origin === "phrase";
      const { related, costMicroUsd } = await relate(userId, inputs, { ids, isUnsorted, signal });
      const way = { source, origin, ...(saidAt === undefined ? {} : { saidAt }) };
      return { ...(await keep(userId, related, ids, way)), costMicroUsd };
    },

    /** Keeps facts of one message that were related to those in force when they were learned. */
    async addLearned(
      userId: string,
      facts: readonly RelatedFact[],
      { source, key, saidAt }: { source: FactSource; key: string; saidAt: number },
    ): Promise<AddedFacts> {
      const ids = facts.map(({ input }, index) => toRepeatedId(key, index, input));
      return keep(userId, facts, ids, { source, origin: "learned", saidAt });
    },

    /** Counts facts as used by an answer. */
    async markUsed(
      userId: string,
      factIds: readonly string[],
      usedIn: NonNullable<Fact["usedIn"]>,
    ): Promise<void> {
      await change(userId, (document, at) => ({
        document: countUse(document, factIds, usedIn, at),
        result: null,
      }));
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;

type Relate = ReturnType<typeof createRelate>;
/** `ids` of the new facts: if all are kept already nobody is asked. `exceptId`: the fact that is reworded. */
type RelateRequest = {
  ids?: readonly string[];
  exceptId?: string;
  isUnsorted?: boolean;
  signal?: AbortSignal | undefined;
};

/** Relates new facts to those in force, where there is a small model and memory is on. */
function createRelate({ records, now, askSmall }: MemoryOptions) {
  return async (
    userId: string,
    inputs: readonly FactInput[],
    { ids = [], exceptId, isUnsorted = false, signal }: RelateRequest,
  ) => {
    const asIs = { related: inputs.map((input) => ({ input, relation: unrelated })), costMicroUsd: 0 };
    if (askSmall === undefined) return asIs;
    const { facts, history, isOff } = expireFacts(await records.read(userId), now());
    const isKept = (id: string) => [...facts, ...history].some((known) => known.id === id);
    if (isOff || (ids.length > 0 && ids.every(isKept))) return asIs;
    const others = facts.filter(({ id }) => id !== exceptId);
    return relateFacts(
      askSmall,
      inputs,
      { facts: others, isUnsorted },
      signal ?? new AbortController().signal,
    );
  };
}

/** Relates what a person writes, at their cost. Without money nobody is asked: facts stand side by side. */
function createRelatePaid({ payFor = (_userId, work) => work() }: MemoryOptions, relate: Relate) {
  return async (userId: string, input: FactInput, exceptId?: string): Promise<RelatedFact> => {
    const { related } = await payFor(userId, () =>
      relate(userId, [input], exceptId === undefined ? {} : { exceptId }),
    );
    return related[0] ?? { input, relation: unrelated };
  };
}

function createNotes(change: MemoryChange) {
  return {
    /** Of the agent, for later conversations; `null` while memory is off. Throws `secret_refused`. */
    writeNote: (userId: string, note: Omit<Note, "writtenAt">): Promise<Note | null> =>
      change(userId, (document, at) => writeNote(document, { ...note, writtenAt: at })),
    /** Throws `not_found`. */
    removeNote: async (userId: string, key: string): Promise<void> =>
      void (await change(userId, (document) => removeNote(document, key))),
  };
}

/** What the person does to their memory themselves. */
function createEditing(options: MemoryOptions, change: MemoryChange, relate: Relate) {
  const relatePaid = createRelatePaid(options, relate);
  return {
    /** Keeps what the person writes. Throws `secret_refused`, `invalid_request` for what else is not kept. */
    async addByHand(userId: string, input: FactInput): Promise<Fact> {
      refuseSecrets([input.content, ...input.keywords]);
      const draft: FactDraft = { ...(await relatePaid(userId, input)), id: options.newId() };
      const way = { source: null, origin: "person" } as const;
      const { saved, skipped } = await change(userId, (document, at) => addFacts(document, [draft], way, at));
      const [kept] = saved;
      if (kept === undefined)
        throw new AppError("invalid_request", `This is not kept: ${skipped[0]?.why ?? "it says nothing"}.`);
      return kept;
    },

    /**
     * A changed wording keeps the old one in the history and ends what it replaces, a changed tier starts its
     * time anew. Throws `not_found`, `secret_refused`, and `conflict` when another fact says the same.
     */
    async patch(userId: string, factId: string, patch: FactPatch): Promise<Fact> {
      const { content } = patch;
      refuseSecrets([content ?? ""]);
      const { relation } =
        content === undefined
          ? { relation: unrelated }
          : await relatePaid(userId, { content, ...unsorted }, factId);
      return change(userId, (document, at) => patchFact(document, factId, patch, { relation, at }));
    },

    /** Gives what `restore` takes. `isUndo` brings back what the fact replaced. Throws `not_found`. */
    async remove(userId: string, factId: string, isUndo = false): Promise<ForgottenFact> {
      return change(userId, (document, at) => removeFact(document, factId, { isUndo, at }));
    },

    /** One that is there stays. Throws `secret_refused`, and `conflict` when another fact says the same. */
    async restore(userId: string, forgotten: ForgottenFact): Promise<Fact> {
      refuseSecrets(
        [forgotten, ...forgotten.earlier].flatMap(({ content, keywords }) => [content, ...keywords]),
      );
      return change(userId, (document, at) => putBack(document, forgotten, at));
    },
  };
}

/** What the person does to all of it at once. */
function createEditingOfAll(change: MemoryChange) {
  return {
    /**
     * Forgets everything, notes too, or only what is no longer in force. The person's switch stays
     * as it is.
     */
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

const unsorted = {
  category: "preference",
  tier: "important",
  confidence: 1,
  keywords: [],
} satisfies Partial<FactInput>;

function refuseSecrets(words: readonly string[]): void {
  const secret = findSecret(words.join("\n"));
  if (secret !== null)
    throw new AppError("secret_refused", `This holds ${secret}, and secrets are never kept.`);
}

/** The facts in force, and of which messages nothing is to be learned. */
export type LearningBasis = {
  facts: Fact[];
  isLeftOut: (message: { messageId: string; at: number }) => boolean;
};

function createReading(records: MemoryRecords, now: () => number) {
  return {
    /** Facts in force, by rank; what ended, newest first. */
    async list(userId: string): Promise<Remembered> {
      const { facts, history, notes = [], isOff } = expireFacts(await records.read(userId), now());
      return {
        ...{ facts: sortByRank(facts, now()), history: history.toReversed(), isOff },
        ...(notes.length > 0 && { notes: notes.toReversed() }),
      };
    },

    /** What learning from conversations stands on; `null` while memory is off. */
    async readForLearning(userId: string): Promise<LearningBasis | null> {
      const document = expireFacts(await records.read(userId), now());
      const { facts, isOff, learnsSince = 0, removedFrom = [] } = document;
      if (isOff) return null;
      return {
        facts: sortByRank(facts, now()),
        isLeftOut: ({ messageId, at }) => at < learnsSince || removedFrom.includes(messageId),
      };
    },

    /** Everything that is kept about the person, for a file of their own. */
    async exportAll(userId: string): Promise<MemoryDocument & { exportedAt: number }> {
      return { exportedAt: now(), ...(await records.read(userId)) };
    },
  };
}

type MemoryChange = ReturnType<typeof createChange>;

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
