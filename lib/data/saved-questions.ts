import { AppError } from "@/lib/errors";
import {
  maxSavedQuestions,
  savedQuestionSchema,
  type AddQuestions,
  type SavedQuestion,
} from "@/lib/protocol/laboratory";
import type { Store, StoredDocument } from "@/lib/store/store";
import { toData } from "./json";
import { paths } from "./paths";

const toQuestion = ({ id, data }: StoredDocument): SavedQuestion[] => {
  const parsed = savedQuestionSchema.safeParse({ ...data, id });
  return parsed.success ? [parsed.data] : [];
};
const query = { collection: paths.savedQuestions, limit: maxSavedQuestions } as const;

/** Questions of the site that settings are compared on. What cannot be read counts as none. */
export function createSavedQuestions(store: Store, now: () => number) {
  return {
    /** The newest first. */
    async list(): Promise<SavedQuestion[]> {
      const { documents } = await store.list(query);
      return documents
        .flatMap(toQuestion)
        .sort((a, b) => b.createdAt - a.createdAt || a.text.localeCompare(b.text));
    },

    /** All or none of them; a text that is kept already is not kept twice. Throws `too_large`. */
    add({ questions, from }: AddQuestions, newId: () => string): Promise<number> {
      return store.transaction(async (tx) => {
        const kept = (await tx.list(query)).documents.flatMap(toQuestion);
        const known = new Set(kept.map(({ text }) => text));
        const fresh = [...new Map(questions.map((question) => [question.text, question])).values()];
        const added = fresh.filter(({ text }) => !known.has(text));
        if (kept.length + added.length > maxSavedQuestions)
          throw new AppError("too_large", `There can be ${maxSavedQuestions} saved questions.`);
        for (const question of added)
          tx.create(paths.savedQuestion(newId()), toData({ ...question, from, createdAt: now() }));
        return added.length;
      });
    },

    /** Throws `not_found`. */
    async delete(id: string): Promise<void> {
      if ((await store.find(paths.savedQuestion(id))) === null)
        throw new AppError("not_found", "This question does not exist.");
      await store.delete(paths.savedQuestion(id));
    },
  };
}
export type SavedQuestions = ReturnType<typeof createSavedQuestions>;
