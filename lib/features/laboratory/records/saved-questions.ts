import { AppError } from "@/lib/errors";
import {
  maxSavedQuestions,
  savedQuestionSchema,
  type AddQuestions,
  type SavedQuestion,
} from "@/lib/features/laboratory/shape/laboratory";
import type { Store } from "@/lib/store/store";
import { paths } from "@/lib/data/paths";
import { createRecords } from "@/lib/data/record";

/** Questions of the site that settings are compared on, the newest first. */
export function createSavedQuestions(store: Store, now: () => number) {
  const records = createRecords(store, {
    noun: "question",
    collection: () => paths.savedQuestions,
    schema: savedQuestionSchema.omit({ id: true }),
    most: maxSavedQuestions,
    tooMany: () => new AppError("too_large", `There can be ${maxSavedQuestions} saved questions.`),
    order: (a, b) => b.createdAt - a.createdAt || a.text.localeCompare(b.text),
    skipsUnreadable: true,
  });
  return {
    list: (): Promise<SavedQuestion[]> => records.list(null),

    /** All or none of them; a text that is kept already is not kept twice. Throws `too_large`. */
    add({ questions, from }: AddQuestions, newId: () => string): Promise<number> {
      return store.transaction(async (tx) => {
        const kept = records.in(tx, null);
        const known = new Set((await kept.list()).map(({ text }) => text));
        const fresh = [...new Map(questions.map((question) => [question.text, question])).values()];
        const added = fresh.filter(({ text }) => !known.has(text));
        await kept.checkRoom(added.length);
        for (const question of added) kept.put({ ...question, id: newId(), from, createdAt: now() });
        return added.length;
      });
    },

    delete: (id: string): Promise<void> => records.delete(null, id),
  };
}
export type SavedQuestions = ReturnType<typeof createSavedQuestions>;
