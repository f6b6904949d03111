import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toSteeringText } from "@/lib/protocol/message-text";
import type { DocumentData } from "@/lib/store/store";
import { z } from "zod";
import { toData } from "./json";
import { toTerms } from "./search-terms";

const turnWordsSchema = z.object({
  conversationId: z.string(),
  /** When it was said, in milliseconds since 1970. */
  at: z.number(),
  /** The place of the reply; 0 for the title. */
  seq: z.number().int(),
  questionId: z.string().nullable(),
  replyId: z.string().nullable(),
  /** The question's words up to `questionTo`, the reply's from `replyFrom`, what both have in the middle. */
  terms: z.array(z.string()),
  questionTo: z.number().int(),
  replyFrom: z.number().int(),
});

/** Which words a turn, question and reply, or a title has, to be found by. */
export type TurnWords = z.output<typeof turnWordsSchema>;

/** Firestore keeps two index entries for each word here, and takes 40,000 for a document. */
const maxTerms = 15_000;
const maxQuestionTerms = 7_500;
/** Of all words, with what JSON adds, well below a document's million. */
const maxBytes = 600_000;

type TurnPlace = Pick<TurnWords, "conversationId" | "at">;
type SaidText = { id: string | null; text: string };
const nothing: SaidText = { id: null, text: "" };

export function toTurnWords({
  question,
  reply,
  ...place
}: TurnPlace & { seq: number; question: ChatMessage | null; reply: ChatMessage | null }): DocumentData {
  const toSaid = (message: ChatMessage | null): SaidText =>
    message === null ? nothing : { id: message.id, text: readText(message) };
  return toWords(place, toSaid(question), toSaid(reply));
}

export function toTitleWords({ title, ...place }: TurnPlace & { title: string }): DocumentData {
  return toWords({ ...place, seq: 0 }, nothing, { id: null, text: title });
}

function toWords(place: TurnPlace & { seq: number }, question: SaidText, reply: SaidText): DocumentData {
  const asked = new Set(toTerms(question.text).slice(0, maxQuestionTerms));
  const answered = new Set(toTerms(reply.text));
  const askedOnly = [...asked].filter((term) => !answered.has(term));
  const both = [...asked].filter((term) => answered.has(term));
  const terms = takeFitting([...askedOnly, ...both, ...[...answered].filter((term) => !asked.has(term))]);
  const words: TurnWords = {
    ...place,
    questionId: question.id,
    replyId: reply.id,
    terms,
    questionTo: Math.min(asked.size, terms.length),
    replyFrom: Math.min(askedOnly.length, terms.length),
  };
  return toData(words);
}

/** `null` for what cannot be read: it is not found. */
export function parseTurnWords(data: DocumentData): TurnWords | null {
  return turnWordsSchema.safeParse(data).data ?? null;
}

/** What a message says in words: not its reasoning, and not what its tools gave. */
export function readText({ parts }: Pick<ChatMessage, "parts">): string {
  const texts = parts.flatMap((part) => {
    if (part.type === "text") return [part.text];
    return part.type === "steering-message" ? [toSteeringText({ parts: [part] })] : [];
  });
  return texts.join("\n");
}

function takeFitting(terms: string[]): string[] {
  let bytes = 0;
  const end = terms.findIndex(
    (term, index) => index >= maxTerms || (bytes += Buffer.byteLength(term) + 3) > maxBytes,
  );
  return end === -1 ? terms : terms.slice(0, end);
}
