import { toPath, wholePath } from "@/lib/data/branches";
import type { Conversations, ConversationRecord } from "@/lib/data/conversations";
import type { Messages, StoredMessage } from "@/lib/data/messages";
import type { Share } from "@/lib/data/share-record";
import type { SharePlace, Shares } from "./records";
import { AppError } from "@/lib/errors";
import type { AnswerFile } from "@/lib/features/evidence/export/export-answer";
import type { TalkWords } from "@/lib/features/evidence/export/docx-document";
import type { ConversationExport, ShareReply, Snapshot, SnapshotTurn } from "./shape";
import type { TalkRequest } from "./export-conversation";
import { createSharedPages, type SharedPagesDeps } from "./shared-pages";
import { listTurns, toShown, toSnapshot } from "./snapshot";

type SharingDeps = SharedPagesDeps & {
  conversations: Conversations;
  messages: Messages;
  /** Writes the file, in a thread of its own. */
  exportConversation: (owner: string, snapshot: Snapshot, wish: TalkRequest) => Promise<AnswerFile>;
  now: () => number;
};

export type Sharing = ReturnType<typeof createSharing>;

/** A conversation for others to read, and as a file for oneself. */
export function createSharing({ conversations, messages, shares, now, ...deps }: SharingDeps) {
  const { mayShare, ...pages } = createSharedPages({ shares, ...deps });
  const { list, take } = createReader({ messages, now });
  return {
    /** What others would read, for its owner. */
    preview: async (userId: string, id: string): Promise<Snapshot> =>
      take(userId, id, await conversations.get(userId, id)),

    find: async (userId: string, id: string): Promise<ShareReply | null> => {
      const place = { userId, conversationId: id };
      const share = await shares.find(place);
      return share && toReply(shares, place, share);
    },

    /** The branch that is shown, as it is now. A temporary conversation is refused. */
    async share(userId: string, id: string): Promise<ShareReply> {
      const conversation = await conversations.get(userId, id);
      if (conversation.temporary)
        throw new AppError("invalid_request", "A temporary conversation cannot be shared. Keep it first.");
      if (!(await mayShare(userId))) throw new AppError("forbidden", "Your role does not allow sharing.");
      const snapshot = await take(userId, id, conversation);
      if (snapshot.turns.reduce((sum, { text }) => sum + text.length, 0) > mostSharedCharacters)
        throw new AppError("too_large", "This conversation is too long to be shared. Export it as a file.");
      const place = { userId, conversationId: id };
      return toReply(shares, place, await shares.share(place, snapshot));
    },

    async revoke(userId: string, id: string): Promise<void> {
      await conversations.get(userId, id);
      await shares.end({ userId, conversationId: id }, userId);
    },

    ...pages,

    async export(
      userId: string,
      id: string,
      { format, branch, words }: Pick<ConversationExport, "format" | "branch"> & { words: TalkWords },
    ): Promise<AnswerFile> {
      const conversation = await conversations.get(userId, id);
      const shown = await list(userId, id, conversation);
      const given = branch === "shown" ? shown : await messages.listFrom(userId, id, 1, mostMessages);
      const { title, createdAt } = conversation;
      const turns = await listTurns(given);
      const leaf = shown.at(-1)?.message.id ?? null;
      const toWhole = () => ({ id, title, createdAt, leaf, messages: given.map(toPlaced(turns)) });
      const wish = { format, whole: format === "json" ? toWhole() : null, words };
      return deps.exportConversation(userId, toShown({ title, takenAt: now() }, turns), wish);
    },
  };
}

/** Reads the branch that is shown. */
function createReader({ messages, now }: Pick<SharingDeps, "messages" | "now">) {
  const list = (
    userId: string,
    id: string,
    { branches, branch }: ConversationRecord,
  ): Promise<StoredMessage[]> => {
    const path = branches.length === 0 ? wholePath : toPath(branches, branch);
    return messages.listFrom(userId, id, 1, mostMessages, path);
  };
  const take = async (userId: string, id: string, conversation: ConversationRecord): Promise<Snapshot> =>
    toSnapshot({ title: conversation.title, takenAt: now() }, await list(userId, id, conversation));
  return { list, take };
}

/** More is cut off at the end. */
const mostMessages = 5_000;
/** Whoever has the address makes the server read all of it, as often as they like. */
const mostSharedCharacters = 4_000_000;

function toReply(shares: Shares, place: SharePlace, share: Share): ShareReply {
  const token = shares.findToken(place, share);
  const { messages, sharedAt } = share;
  return { url: token && `/s/${token}`, includes: { messages }, sharedAt };
}

/** A message's turn with its place in the tree. */
const toPlaced =
  (turns: readonly SnapshotTurn[]) =>
  ({ message: { id, metadata } }: StoredMessage, index: number) => {
    const { parentId, model, outcome } = metadata ?? {};
    return { id, parentId, ...turns[index], ...(model && { model }), ...(outcome && { outcome }) };
  };
