import type { History } from "./histories";

const talk = {
  en: [
    "hello",
    "what's the time?",
    "what is 15% of 240?",
    "Thanks a lot!",
    "My neighbour has just moved to Valencia.",
    "I read that Helsinki is cold in winter.",
    "I had a long day",
    "My colleague hates mushrooms.",
    "Write a poem about the sea",
    "How many feet are in 3 miles?",
    "Translate into French: I live in Toronto and my name is Max.",
    "What date is 3 weeks from now?",
    "If I had a boat I would call it Nora.",
  ],
  zh: [
    "你好",
    "现在几点了",
    "240的15%是多少",
    "谢谢你",
    "我邻居刚搬到昆明。",
    "我听说哈尔滨冬天很冷。",
    "我今天好累",
    "我同事讨厌蘑菇。",
    "写一首关于大海的诗",
    "5公里等于多少英里",
    "把下面这句话翻译成英文：我住在多伦多，我叫马克。",
    "三天后是星期几",
    "要是我有一条船，我就叫它诺拉。",
  ],
};

/** Looked up in the wiki, each in a conversation of its own: what follows a stranger's text may wait for the person's consent. */
const lookups = {
  en: ["How tall is the Eiffel Tower?", "Who invented the telephone?", "When was penicillin discovered?"],
  zh: ["长城有多长？", "谁发明了造纸术？", "李白是哪个朝代的人？"],
};

export type Session = { day: number; turns: string[] };

/** Sessions of other talk over the days of a history, the same for the same history. */
export function listIdleSessions({ id, sessions, events, language }: History): Session[] {
  const next = createRandom(id);
  const lastDay = events.at(-1)?.day ?? 0;
  const missing = sessions - new Set(events.map(({ day }) => day)).size;
  return Array.from({ length: Math.max(0, missing) }, () => ({
    day: Math.floor(next() * lastDay),
    turns:
      next() < 0.2
        ? [pick(lookups, language, next)]
        : Array.from({ length: 1 + Math.floor(next() * 2) }, () => pick(talk, language, next)),
  }));
}

/** What is said in a conversation before what matters: nothing, or a turn of other talk. */
export function listTurnsBefore(history: History, place: number): string[] {
  const next = createRandom(`${history.id}/${place}`);
  return next() < 0.5 ? [pick(talk, history.language, next)] : [];
}

function pick(
  texts: Record<"en" | "zh", string[]>,
  language: History["language"],
  next: () => number,
): string {
  const pool = language === "en" || (language === "mixed" && next() < 0.5) ? texts.en : texts.zh;
  return pool[Math.floor(next() * pool.length)] ?? "";
}

/** Numbers from 0 to 1 that a text decides (FNV-1a as the seed of mulberry32). */
function createRandom(seed: string): () => number {
  let state = [...seed].reduce(
    (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
