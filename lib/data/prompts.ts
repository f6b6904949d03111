import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Role } from "@/lib/protocol/accounts";
import { maxPrompts } from "@/lib/protocol/prompt-text";
import type { NewPrompt, Prompt, PromptPatch } from "@/lib/protocol/prompts";
import type { Store, StoredDocument, Transaction } from "@/lib/store/store";
import { toData } from "./json";
import { paths } from "./paths";

const promptRecordSchema = z.object({ name: z.string(), text: z.string(), createdAt: z.number() });

/** Where a prompt lies: with the person, or with the site. */
type Place = { collection: string; path: (id: string) => string; shared: boolean };

const sharedPlace: Place = { collection: paths.sharedPrompts, path: paths.sharedPrompt, shared: true };
const toOwnPlace = (userId: string): Place => ({
  collection: paths.prompts(userId),
  path: (id) => paths.prompt(userId, id),
  shared: false,
});

const toPrompt = ({ id, data }: StoredDocument, { shared }: Place): Prompt => ({
  ...{ id, shared },
  ...promptRecordSchema.parse(data),
});

/** Saved prompts. A person's own are found by nobody else; shared ones are written by administrators. */
export function createPrompts(store: Store, now: () => number) {
  return {
    async list(userId: string): Promise<Prompt[]> {
      const [own, shared] = await Promise.all([
        listAt(store, toOwnPlace(userId)),
        listAt(store, sharedPlace),
      ]);
      return [...own, ...shared];
    },
    /** Throws `already_exists` for the same name at the same place, and `too_large` with the last but one. */
    async create(person: Author, id: string, prompt: NewPrompt): Promise<Prompt> {
      if (prompt.shared) checkMayShare(person);
      const created = { id, ...prompt, createdAt: now() };
      const place = prompt.shared ? sharedPlace : toOwnPlace(person.id);
      await store.transaction(async (tx) => (await planWrite(tx, place, created))());
      return created;
    },
    /** Sharing one moves it to the site, and back to whoever takes it back. */
    async change(person: Author, id: string, patch: PromptPatch): Promise<Prompt> {
      return store.transaction(async (tx) => {
        const { prompt, place } = await getPrompt(tx, person.id, id);
        const given = Object.entries(patch).filter(([, value]) => value !== undefined);
        const next: Prompt = { ...prompt, ...Object.fromEntries(given) };
        if (prompt.shared || next.shared) checkMayShare(person);
        const save = await planWrite(tx, next.shared ? sharedPlace : toOwnPlace(person.id), next);
        if (next.shared !== prompt.shared) tx.delete(place.path(id));
        save();
        return next;
      });
    },
    async delete(person: Author, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        const { prompt, place } = await getPrompt(tx, person.id, id);
        if (prompt.shared) checkMayShare(person);
        tx.delete(place.path(id));
      });
    },
  };
}
export type Prompts = ReturnType<typeof createPrompts>;

async function listAt(reader: Pick<Transaction, "list">, place: Place): Promise<Prompt[]> {
  const { documents } = await reader.list({ collection: place.collection, limit: maxPrompts });
  const prompts = documents.map((found) => toPrompt(found, place));
  return prompts.sort((a, b) => a.name.localeCompare(b.name));
}

/** Checks before anything is written, as a transaction reads first; what it gives writes. */
async function planWrite(
  tx: Transaction,
  place: Place,
  { id, shared, ...record }: Prompt,
): Promise<() => void> {
  const others = (await listAt(tx, place)).filter((one) => one.id !== id);
  if (others.some(({ name }) => isSameName(name, record.name)))
    throw new AppError("already_exists", `There is a prompt named “${record.name}” already.`, {
      fields: { name: "choose another name" },
    });
  if (others.length >= maxPrompts)
    throw new AppError("too_large", `There can be ${maxPrompts} ${shared ? "shared " : ""}prompts.`);
  return () => tx.set(place.path(id), toData(record));
}

async function getPrompt(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<{ prompt: Prompt; place: Place }> {
  for (const place of [toOwnPlace(userId), sharedPlace]) {
    const found = await tx.find(place.path(id));
    if (found !== null) return { prompt: toPrompt(found, place), place };
  }
  throw new AppError("not_found", "This prompt does not exist.");
}

type Author = { id: string; role: Role };

function checkMayShare({ role }: Author): void {
  if (role !== "admin")
    throw new AppError("forbidden", "Only an administrator can write prompts that everybody has.");
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
