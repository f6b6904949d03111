import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { maxPrompts } from "@/lib/protocol/prompt-text";
import type { NewPrompt, Prompt, PromptPatch } from "./shape";
import type { Store, Transaction } from "@/lib/store/store";
import { withoutUndefined } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { createRecords } from "@/lib/data/record";

/** Saved prompts. A person's own are found by nobody else; shared ones are written by administrators. */
export function createPrompts(store: Store, now: () => number) {
  const { own, shared, at } = openPlaces(store);
  return {
    async list(userId: string): Promise<Prompt[]> {
      const [mine, everybodys] = await Promise.all([own.list(userId), shared.list(userId)]);
      return [
        ...mine.map((prompt) => ({ ...prompt, shared: false })),
        ...everybodys.map((prompt) => ({ ...prompt, shared: true })),
      ];
    },
    /** Throws `already_exists` for the same name at the same place, and `too_large` with the last but one. */
    async create(person: PromptAuthor, id: string, prompt: NewPrompt): Promise<Prompt> {
      if (prompt.shared) checkMayShare(person);
      const created = { id, ...prompt, createdAt: now() };
      return store.transaction(async (tx) => {
        const place = at(tx, person, prompt.shared);
        await checkName(place, created);
        await place.checkRoom();
        put(place, created);
        return created;
      });
    },
    /** Sharing one moves it to the site, and back to whoever takes it back. */
    change: (person: PromptAuthor, id: string, patch: PromptPatch): Promise<Prompt> =>
      store.transaction(async (tx) => {
        const before = await get(tx, at, person, id);
        const next: Prompt = { ...before, ...withoutUndefined(patch) };
        if (before.shared || next.shared) checkMayShare(person);
        const place = at(tx, person, next.shared);
        await checkName(place, next);
        if (next.shared !== before.shared) {
          await place.checkRoom();
          at(tx, person, before.shared).delete(id);
        }
        put(place, next);
        return next;
      }),
    delete: (person: PromptAuthor, id: string): Promise<void> =>
      store.transaction(async (tx) => {
        const prompt = await get(tx, at, person, id);
        if (prompt.shared) checkMayShare(person);
        at(tx, person, prompt.shared).delete(id);
      }),
  };
}
const createPromptRecords = (store: Store, collection: (userId: string) => string, plural: string) =>
  createRecords(store, {
    ...{ noun: "prompt", collection, most: maxPrompts },
    schema: z.object({ name: z.string(), text: z.string(), createdAt: z.number() }),
    tooMany: () => new AppError("too_large", `There can be ${maxPrompts} ${plural}.`),
    order: (a, b) => a.name.localeCompare(b.name),
  });

/** Where prompts lie: with the person, or with the site. */
function openPlaces(store: Store) {
  const own = createPromptRecords(store, paths.prompts, "prompts");
  const shared = createPromptRecords(store, () => paths.sharedPrompts, "shared prompts");
  const at = (tx: Transaction, { id }: PromptAuthor, isShared: boolean) =>
    (isShared ? shared : own).in(tx, id);
  return { own, shared, at };
}
type At = ReturnType<typeof openPlaces>["at"];
type PromptPlace = ReturnType<At>;
type PromptAuthor = { id: string; role: Role };

async function get(tx: Transaction, at: At, person: PromptAuthor, id: string): Promise<Prompt> {
  const found = await at(tx, person, false).find(id);
  if (found !== null) return { ...found, shared: false };
  return { ...(await at(tx, person, true).get(id)), shared: true };
}

const put = (place: PromptPlace, { shared: _shared, ...prompt }: Prompt) => place.put(prompt);

async function checkName(place: PromptPlace, { id, name }: Prompt): Promise<void> {
  const others = (await place.list()).filter((one) => one.id !== id);
  if (others.some((one) => isSameName(one.name, name)))
    throw new AppError("already_exists", `There is a prompt named “${name}” already.`, {
      fields: { name: "choose another name" },
    });
}

function checkMayShare({ role }: PromptAuthor): void {
  if (role !== "admin")
    throw new AppError("forbidden", "Only an administrator can write prompts that everybody has.");
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
