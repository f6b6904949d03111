import { toData } from "@/lib/data/json";
import { toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { termsFormat } from "@/lib/data/search-terms";
import { toTurnWords } from "@/lib/data/turn-words";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { DocumentData, Store, Write } from "@/lib/store/store";

/** Words that stand in every second turn, in every hundredth, and in one of 20,000; the two pairs never stand together. */
export const seededWords = {
  common: "harbour",
  alsoCommon: "weather",
  hundredth: "zeppelin",
  rare: "quincunx",
  commonChinese: "天气",
  rareChinese: "量子纠缠",
  apart: ["starboard", "larboard"],
} as const;

const firstAt = Date.UTC(2024, 0, 1);
const writtenAtOnce = 400;

type Talks = { userId: string; conversations: number; turns: number; words: number };

/** Fills the store with conversations of `turns` turns of so many words each, as the product keeps them, what they are found by included. */
export async function seedTalks(store: Store, { userId, conversations, turns, words }: Talks): Promise<void> {
  const random = createRandom(11);
  let waiting: Write[] = [];
  const flush = async (least: number) => {
    if (waiting.length < least) return;
    await store.batch(waiting);
    waiting = [];
  };
  for (let talk = 0; talk < conversations; talk += 1) {
    const id = `talk-${String(talk).padStart(6, "0")}`;
    const lastAt = firstAt + (talk + 1) * turns * 1_000;
    waiting.push({
      kind: "set",
      path: paths.conversation(userId, id),
      data: toConversation(talk, lastAt, turns * 2),
    });
    for (let turn = 0; turn < turns; turn += 1)
      waiting.push(...toTurn(random, { userId, id, place: turn, number: talk * turns + turn, words }));
    await flush(writtenAtOnce);
  }
  waiting.push({
    kind: "set",
    path: paths.wordsProgress(userId),
    data: { cursor: null, isDone: true, format: termsFormat },
  });
  await flush(1);
}

function toConversation(talk: number, updatedAt: number, lastSeq: number): DocumentData {
  return toData({
    title: `Talk ${talk}`,
    titled: false,
    createdAt: updatedAt,
    updatedAt,
    lastSeq,
    activeRunId: null,
  });
}

type Place = { userId: string; id: string; place: number; number: number; words: number };

function toTurn(random: () => number, { userId, id, place, number, words }: Place): Write[] {
  const at = firstAt + number * 1_000;
  const question: ChatMessage = {
    id: `${id}-q${place}`,
    role: "user",
    parts: [{ type: "text", text: say(random, words / 10) }],
  };
  const reply: ChatMessage = {
    id: `${id}-a${place}`,
    role: "assistant",
    parts: [
      { type: "text", text: `${say(random, words)} ${toSeeded(number)} ${sayChinese(random, words / 2)}` },
    ],
  };
  const seq = place * 2 + 2;
  return [
    {
      kind: "set",
      path: paths.message(userId, id, question.id),
      data: toMessageData({ seq: seq - 1, message: question }),
    },
    { kind: "set", path: paths.message(userId, id, reply.id), data: toMessageData({ seq, message: reply }) },
    {
      kind: "set",
      path: paths.turnWords(userId, id, seq),
      data: toTurnWords({ conversationId: id, at, seq, question, reply }),
    },
  ];
}

function toSeeded(number: number): string {
  const words: string[] = [seededWords.apart[number % 2] ?? ""];
  if (number % 2 === 0) words.push(seededWords.common);
  if (number % 3 === 0) words.push(seededWords.alsoCommon, seededWords.commonChinese);
  if (number % 100 === 7) words.push(seededWords.hundredth);
  if (number % 20_000 === 7) words.push(seededWords.rare, seededWords.rareChinese);
  return words.join(" ");
}

const syllables = "ba ke li mo nu ra se ti vo zu dra fle gri plo sta".split(" ");

/** Words as often as in a language: a few very often, most of them seldom. */
function say(random: () => number, count: number): string {
  return Array.from({ length: Math.ceil(count) }, () => toWord(Math.floor(random() ** 3 * 30_000))).join(" ");
}

function toWord(number: number): string {
  return [
    number % 15,
    Math.floor(number / 15) % 15,
    Math.floor(number / 225) % 15,
    Math.floor(number / 3_375),
  ]
    .map((digit) => syllables[digit] ?? "x")
    .join("");
}

function sayChinese(random: () => number, characters: number): string {
  return Array.from({ length: Math.ceil(characters) }, () =>
    String.fromCodePoint(0x4e00 + Math.floor(random() ** 3 * 3_000)),
  ).join("");
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
