import type { ModelMessage } from "ai";

type Said = { initialMessages: readonly ModelMessage[]; responseMessages: readonly ModelMessage[] };

/** What the model is told beside the conversation, each at its place: every later call reads it again. */
export function createLoopNotes() {
  const notes: { after: number; message: ModelMessage }[] = [];
  return {
    /** A note of ours, behind everything that was said so far. */
    add({ responseMessages }: Said, text: string): void {
      notes.push({ after: responseMessages.length, message: { role: "user", content: text } });
    },
    addMessages({ responseMessages }: Said, messages: readonly ModelMessage[]): void {
      for (const message of messages) notes.push({ after: responseMessages.length, message });
    },
    toMessages({ initialMessages, responseMessages }: Said): ModelMessage[] {
      const notesAfter = (count: number) =>
        notes.filter(({ after }) => after === count).map(({ message }) => message);
      return [
        ...initialMessages,
        ...notesAfter(0),
        ...responseMessages.flatMap((message, index) => [message, ...notesAfter(index + 1)]),
      ];
    },
  };
}
