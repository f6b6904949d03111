import type { ChatMessage } from "@/lib/protocol/chat-message";

/** The ids of all versions of a message that has several, in the order in which they came. */
export type Versions = ReadonlyMap<string, readonly string[]>;

export type MessageTree = ReturnType<typeof createMessageTree>;

/** All that is loaded of a conversation, whichever branch it stands on. */
export function createMessageTree() {
  const nodes = new Map<string, { message: ChatMessage; parentId: string | null | undefined }>();
  const listChildren = () => {
    const children = new Map<string | null, ChatMessage[]>();
    for (const { message, parentId } of nodes.values()) {
      if (parentId === undefined) continue;
      children.set(parentId, [...(children.get(parentId) ?? []), message]);
    }
    for (const siblings of children.values()) siblings.sort((a, b) => toTime(a) - toTime(b));
    return children;
  };
  return {
    /** A branch as it is shown, oldest first: a message that names no parent follows the one before it. */
    addBranch(messages: readonly ChatMessage[]): void {
      for (const [index, message] of messages.entries()) {
        const before = messages[index - 1]?.id ?? nodes.get(message.id)?.parentId;
        nodes.set(message.id, { message, parentId: message.metadata?.parentId ?? before ?? toRoot(message) });
      }
    },
    addOthers(messages: readonly ChatMessage[]): void {
      for (const message of messages)
        nodes.set(message.id, { message, parentId: message.metadata?.parentId ?? toRoot(message) });
    },
    forget: (id: string): void => void nodes.delete(id),
    has: (id: string): boolean => nodes.has(id),

    /** The branch through a message, on to the newest of what follows it. Empty when it is not loaded. */
    listBranch(id: string): ChatMessage[] {
      const children = listChildren();
      const branch: ChatMessage[] = [];
      for (let at = nodes.get(id); at !== undefined; at = nodes.get(at.parentId ?? ""))
        branch.unshift(at.message);
      for (let last = branch.at(-1); last !== undefined;) {
        last = children.get(last.id)?.at(-1);
        if (last !== undefined) branch.push(last);
      }
      return branch;
    },

    listVersions(): Versions {
      const all = [...listChildren().values()].filter((siblings) => siblings.length > 1);
      return new Map(
        all.flatMap((siblings) => {
          const ids = siblings.map(({ id }) => id);
          return ids.map((id) => [id, ids] as const);
        }),
      );
    },
  };
}

/** `null` where the message is known to begin the conversation, `undefined` where that is not known. */
function toRoot({ metadata }: ChatMessage): null | undefined {
  return metadata?.parentId === null ? null : undefined;
}

function toTime({ metadata }: ChatMessage): number {
  return metadata?.createdAt ?? metadata?.startedAt ?? 0;
}
