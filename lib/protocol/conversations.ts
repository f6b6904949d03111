import { z } from "zod";
import type { ChatMessage } from "./chat-message";
import { idSchema } from "./ids";

export const maxTitleCharacters = 120;

export type ConversationSummary = {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  activeRunId: string | null;
  pinned?: boolean;
  archived?: boolean;
  /** The id of its folder. */
  folder?: string;
};
export type ConversationsReply = { conversations: ConversationSummary[]; cursor: string | null };

/** From a place in a text up to another, counted in UTF-16 units. */
export type TextRange = [start: number, end: number];
/** A part of a message, plain text on one line; `marks` are the words that were looked for, in order. */
export type Snippet = { messageId: string; text: string; marks: TextRange[] };
/** A conversation that holds what was looked for: in its title, or in the turn that the snippet is of. */
export type FoundConversation = ConversationSummary & { titleMarks: TextRange[]; snippet: Snippet | null };
/**
 * The newest place first. A page may be short, or empty, and have more behind it: `cursor`. `isCollecting`:
 * the words of older conversations are not all collected yet.
 */
export type SearchReply = {
  conversations: FoundConversation[];
  cursor: string | null;
  isCollecting: boolean;
};
/**
 * `messages` of the branch that is shown, oldest first; `others` of other branches from the same time, by
 * their `metadata.parentId`; `cursor` leads to older ones.
 */
export type ConversationReply = ConversationSummary & {
  temporary: boolean;
  /** The named agent that answers; `null` for the built-in one. */
  agent: string | null;
  /** The conversation whose plan has a step here; only that plan writes here. */
  stepOf?: string;
  messages: ChatMessage[];
  others: ChatMessage[];
  cursor: string | null;
};

/** A page has a temporary conversation open, or has left it. One that is loaded anew is another visit. */
const chatVisitSchema = z.strictObject({ id: idSchema, isOver: z.boolean() });
export type ChatVisit = z.output<typeof chatVisitSchema>;

/** `temporary: false` keeps a temporary conversation; `leaf`: a message of the branch that is to be shown. */
export const patchConversationSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(maxTitleCharacters).optional(),
    temporary: z.literal(false).optional(),
    leaf: idSchema.optional(),
    pinned: z.boolean().optional(),
    archived: z.boolean().optional(),
    folder: idSchema.nullable().optional(),
    visit: chatVisitSchema.optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "say what to change");
export type ConversationPatch = z.output<typeof patchConversationSchema>;

export const listQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

/** `archived`: those alone; `folder`: of one folder. */
export const conversationsQuerySchema = listQuerySchema.extend({
  archived: z.stringbool().optional(),
  folder: idSchema.optional(),
});
export type ConversationsQuery = z.output<typeof conversationsQuerySchema>;

export const maxSearchCharacters = 200;

/** `q`: the words that are looked for. */
export const searchQuerySchema = listQuerySchema.extend({
  q: z.string().trim().min(1).max(maxSearchCharacters),
});

/** `cursor` is the place before which older messages are asked for. */
export const messagesQuerySchema = z.object({
  cursor: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});
