import type { ModelMessage, UserModelMessage } from "ai";

type LoopMessages = { initialMessages: readonly ModelMessage[]; responseMessages: readonly ModelMessage[] };

/** What the model is told beside the conversation, each at its place: every later call reads it again. */
export function createLoopNotes() {
  const notes: { after: number; message: ModelMessage }[] = [];
  return {
    /** A note of ours, behind everything that was said so far. */
    add({ responseMessages }: LoopMessages, text: string): void {
      notes.push({ after: responseMessages.length, message: { role: "user", content: text } });
    },
    addMessages({ responseMessages }: LoopMessages, messages: readonly ModelMessage[]): void {
      for (const message of messages) notes.push({ after: responseMessages.length, message });
    },
    toMessages({ initialMessages, responseMessages }: LoopMessages): ModelMessage[] {
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

/** The person's words for a loop, which belong to it from the step on that reads them. */
export function createLoopSteers() {
  const waiting = new Map<ModelMessage, string>();
  const read = new Set<string>();
  const takenBack = new Set<string>();
  return {
    add(id: string, text: string): UserModelMessage {
      const message: UserModelMessage = { role: "user", content: text };
      waiting.set(message, id);
      return message;
    },
    /** Those that the next call is given. */
    read: (messages: readonly ModelMessage[]): ModelMessage[] =>
      messages.filter((message) => {
        const id = waiting.get(message);
        waiting.delete(message);
        if (id === undefined || takenBack.has(id)) return false;
        read.add(id);
        return true;
      }),
    /** The SDK takes words for delivered that stand in an earlier message of the person, too. */
    isRead: (id: string): boolean => read.has(id),
    takeBack(id: string): boolean {
      if (!read.has(id)) takenBack.add(id);
      return !read.has(id);
    },
    /** Behind an answer no step is made for words that were taken back. */
    isOver: ({ steps }: { steps: readonly { toolCalls: readonly unknown[] }[] }): boolean =>
      steps.at(-1)?.toolCalls.length === 0 &&
      takenBack.size > 0 &&
      [...waiting.values()].every((id) => takenBack.has(id)),
  };
}
