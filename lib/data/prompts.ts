import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Role } from "@/lib/protocol/accounts";
import { maxPrompts } from "@/lib/protocol/prompt-text";
import type { NewPrompt, Prompt, PromptPatch } from "@/lib/protocol/prompts";
import type { Store, Transaction } from "@/lib/store/store";
import { withoutUndefined } from "./json";
import { paths } from "./paths";
import { createRecords } from "./record";

/** Saved prompts. A person's own are found by nobody else; shared ones are written by administrators. */
export function createPrompts(store: Store, now: () => number) {
  const own = createPromptRecords(store, paths.prompts, "prompts");
  const shared = createPromptRecords(store, () => paths.sharedPrompts, "shared prompts");
  const at = (tx: Transaction, userId: string, isShared: boolean) => (isShared ? shared : own).in(tx, userId);

  async function get(tx: Transaction, userId: string, id: string): Promise<Prompt> {
    const found = await at(tx, userId, false).find(id);
    return found === null
      ? { ...(await at(tx, userId, true).get(id)), shared: true }
      : { ...found, shared: false };
  }

  /** Checks before anything is written, as a transaction reads first; what it gives writes. */
  async function check(
    tx: Transaction,
    userId: string,
    { shared: isShared, ...prompt }: Prompt,
    isNew: boolean,
  ) {
    const there = at(tx, userId, isShared);
    const others = (await there.list()).filter(({ id }) => id !== prompt.id);
    if (others.some(({ name }) => isSameName(name, prompt.name)))
      throw new AppError("already_exists", `There is a prompt named “${prompt.name}” already.`, {
        fields: { name: "choose another name" },
      });
    if (isNew) await there.checkRoom();
    return () => there.put(prompt);
  }

  return {
    async list(userId: string): Promise<Prompt[]> {
      const [mine, all] = await Promise.all([own.list(userId), shared.list(userId)]);
      return [
        ...mine.map((prompt) => ({ ...prompt, shared: false })),
        ...all.map((prompt) => ({ ...prompt, shared: true })),
      ];
    },
    /** Throws `already_exists` for the same name at the same place, and `too_large` with the last but one. */
    async create(person: Author, id: string, prompt: NewPrompt): Promise<Prompt> {
      if (prompt.shared) checkMayShare(person);
      const created = { id, ...prompt, createdAt: now() };
      await store.transaction(async (tx) => (await check(tx, person.id, created, true))());
      return created;
    },
    /** Sharing one moves it to the site, and back to whoever takes it back. */
    change: (person: Author, id: string, patch: PromptPatch): Promise<Prompt> =>
      store.transaction(async (tx) => {
        const before = await get(tx, person.id, id);
        const next: Prompt = { ...before, ...withoutUndefined(patch) };
        if (before.shared || next.shared) checkMayShare(person);
        const isMoved = next.shared !== before.shared;
        const save = await check(tx, person.id, next, isMoved);
        if (isMoved) at(tx, person.id, before.shared).delete(id);
        save();
        return next;
      }),
    delete: (person: Author, id: string): Promise<void> =>
      store.transaction(async (tx) => {
        const prompt = await get(tx, person.id, id);
        if (prompt.shared) checkMayShare(person);
        at(tx, person.id, prompt.shared).delete(id);
      }),
  };
}
export type Prompts = ReturnType<typeof createPrompts>;

const createPromptRecords = (store: Store, collection: (userId: string) => string, plural: string) =>
  createRecords(store, {
    ...{ noun: "prompt", collection, most: maxPrompts },
    schema: z.object({ name: z.string(), text: z.string(), createdAt: z.number() }),
    tooMany: () => new AppError("too_large", `There can be ${maxPrompts} ${plural}.`),
    order: (a, b) => a.name.localeCompare(b.name),
  });

type Author = { id: string; role: Role };

function checkMayShare({ role }: Author): void {
  if (role !== "admin")
    throw new AppError("forbidden", "Only an administrator can write prompts that everybody has.");
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
