import { listHanPairs, listHanRuns, listPlainWords, listUncoveredHan } from "@/lib/language/comparable-words";
import { isStopWord } from "@/lib/language/words";
import { isEarlierPicture, listTexts, type ConsentView } from "./view";
import { createWalk, listAddresses, listHosts } from "./walk";
import { listDecoded, toSortedWords } from "./word-forms";

/**
 * So many plain words that stand in no text a search may have while nothing is remembered of the person:
 * earlier messages alone are hardly told by them.
 */
const mostNew = { words: 4, inConversation: 24 };
/** So many years and other numbers of at most four digits tell nothing. */
const mostNumbers = 2;
/** Longer words and more of them, in UTF-16 units, that are no plain words could carry a message. */
const mostCode = { word: 20, inQuery: 60, signs: 12 };
const shortestHidden = 4;
const shortestInside = 6;
/** What a tool is given beyond it is looked through for plain words alone; in UTF-16 units. */
const mostSearched = 200_000;
/** Digits meet by chance. */
const shortestNumber = 6;
/** Part of a remembered number, a year of a date for one. */
const shortestPart = 3;
const numberPattern = /\p{N}[\p{N}\s./()-]{4,30}\p{N}/gu;

/** What of a search cannot be accounted for, by what can be done about it. */
export type JudgedWords = {
  /** Of what is private, written plainly. */
  held: string[];
  /** Of what is private, spelled over several words or searches, forwards or backwards. */
  hidden: string[];
  /** Addresses that nobody gave, and what is long enough to carry a message in no language. */
  odd: string[];
  /** What stands in no text: whether it tells what is private, in another language say, code cannot know. */
  fresh: string[];
};

/**
 * Judges a search that a stranger's text may have asked for. What came with the question, or went out, may
 * go.
 */
export function judgeWords(query: string, view: ConsentView, beside: readonly string[]): JudgedWords {
  const known = read(view);
  const words = listTellingWords(query);
  const isPrivate = (word: string) =>
    listPlainWords(word).some((plain) => isHeldBack(plain, known) && !known.sent.has(plain));
  const held = [...words.filter(isPrivate), ...listPrivateHan(query, known)];
  const hidden = findHidden([...view.sent, ...beside, query], query, known);
  // With nothing private in the conversation there is nothing to tell.
  const hasPrivate = known.memory.size + known.earlier.size + known.hanPrivate.size > 0 || known.hasPicture;
  const fresh = hasPrivate ? listFresh(query, words, countBeside(known, beside)) : [];
  return {
    held: [...new Set(held)],
    hidden,
    odd: [...listUnknownSites(query, view), ...(hasPrivate ? findCode(query, fresh) : [])],
    fresh: [...new Set(fresh)],
  };
}

/** Words of searches that stand on no page and in no question, in the order of the alphabet. */
export function listOwnWords(searches: readonly string[], view: ConsentView): string[] {
  const { now, strangers, hanOpen } = read(view);
  return toSortedWords(searches).filter((word) => {
    const parts = [...listPlainWords(word), ...listHanPairs(word)];
    return !parts.every((part) => now.has(part) || strangers.has(part) || hanOpen.has(part));
  });
}

/**
 * Words that are known of the person from memory alone: they said none of them in this conversation. Also
 * those that are spelled over several words, backwards, or in base64 or hex.
 */
export function listRemembered(text: string, view: ConsentView): string[] {
  const known = read(view);
  const { memory, now, earlier } = known;
  const isRemembered = (word: string) => memory.has(word) && !now.has(word) && !earlier.has(word);
  const whole = [text, ...listDecoded(text)].join("\n");
  const plain = toSortedWords([whole]).filter(
    (word) => !isStopWord(word) && listPlainWords(word).some(isRemembered),
  );
  // In a long text short words meet by chance.
  const start = whole.slice(0, mostSearched);
  const hidden = findHidden([start], start, known).filter(
    (word) => isRemembered(word) && toLetters(word).length >= shortestInside,
  );
  return [...new Set([...plain, ...hidden])];
}

type Vocabulary = {
  /** Of the question, and with what was pasted into it. */
  typedNow: Set<string>;
  now: Set<string>;
  /** Of pages and results, and of what a model offered: they open nothing private. */
  strangers: Set<string>;
  /** Of what is known of the person. */
  memory: Set<string>;
  /** Of what was said and pasted before, of documents, and of what tools from outside gave. */
  earlier: Set<string>;
  hanOpen: Set<string>;
  hanPrivate: Set<string>;
  hanMemory: Set<string>;
  /** An earlier one, whose words nobody has read. */
  hasPicture: boolean;
  /** The digits of remembered numbers. */
  numbers: string[];
  /** Of earlier searches. */
  sent: Set<string>;
  /** How many words of these stood in no text. */
  newBefore: number;
};

/** With the other searches of a step, of which none is sent yet. */
function countBeside(known: Vocabulary, beside: readonly string[]): Vocabulary {
  const { now, strangers, memory, earlier, sent } = known;
  const isNew = (word: string) => ![now, strangers, memory, earlier, sent].some((words) => words.has(word));
  const added = new Set(beside.flatMap(listPlainWords).filter(isNew)).size;
  return { ...known, newBefore: known.newBefore + added };
}

/** The words of pages are many. */
const vocabularies = new WeakMap<ConsentView, Vocabulary>();

function read(view: ConsentView): Vocabulary {
  const known = vocabularies.get(view) ?? toVocabulary(view);
  vocabularies.set(view, known);
  return known;
}

function toVocabulary(view: ConsentView): Vocabulary {
  const own = view.texts.filter(({ origin }) => ["typed", "pasted", "planned"].includes(origin));
  const typedTexts = own.filter(({ origin, isNow }) => origin === "typed" && isNow === true);
  const nowTexts = [
    ...own.filter(({ isNow }) => isNow === true).map(({ text }) => text),
    ...listTexts(view, "site"),
  ];
  const memoryTexts = listTexts(view, "memory").map((text) => text.replace(/\bthe user\b|用户/gi, " "));
  const earlierTexts = [
    ...own.filter(({ isNow }) => isNow !== true).map(({ text }) => text),
    ...listTexts(view, "model", "tool", "file", "own"),
  ];
  const strangeTexts = listTexts(view, "page", "result", "chosen");
  const memoryHan = new Set(memoryTexts.flatMap(listHanPairs));
  const [now, strangers, memory, earlier] = [nowTexts, strangeTexts, memoryTexts, earlierTexts].map(
    (texts) => new Set(texts.flatMap(listPlainWords)),
  ) as [Set<string>, Set<string>, Set<string>, Set<string>];
  const isNew = (word: string) => ![now, strangers, memory, earlier].some((words) => words.has(word));
  return {
    typedNow: new Set(typedTexts.flatMap(({ text }) => listPlainWords(text))),
    now,
    strangers,
    memory,
    earlier,
    hanOpen: new Set([
      // A character that stands alone is the question's when it stands anywhere in it.
      ...nowTexts.flatMap(listHanRuns).flatMap((run) => Array.from(run)),
      ...[...nowTexts, ...view.sent].flatMap(listHanPairs),
      ...strangeTexts.flatMap(listHanPairs).filter((pair) => !memoryHan.has(pair)),
    ]),
    hanMemory: memoryHan,
    hanPrivate: new Set([...memoryHan, ...earlierTexts.flatMap(listHanPairs)]),
    hasPicture: view.texts.some(isEarlierPicture),
    numbers: memoryTexts.flatMap((text) => text.match(numberPattern) ?? []).map(toLetters),
    sent: new Set(view.sent.flatMap(listPlainWords)),
    newBefore: new Set(view.sent.flatMap(listPlainWords).filter(isNew)).size,
  };
}

/** Without stop words; with them where there is nothing else. */
function listTellingWords(query: string): string[] {
  const words = query.split(/\s+/).filter((word) => word !== "");
  const telling = words.filter(
    (word) => !isStopWord(word.replace(/^[^\p{L}\p{N}]{1,20}|(?:['’]s)?[^\p{L}\p{N}]{0,20}$/gu, "")),
  );
  return telling.length > 0 ? telling : words;
}

/**
 * What is private is held back though a stranger's text names it, too: that may name many for one to be
 * chosen. So only what was typed now opens memory, and what came with the question what was said before.
 */
function isHeldBack(word: string, { typedNow, now, memory, earlier }: Vocabulary): boolean {
  return memory.has(word) ? !typedNow.has(word) : earlier.has(word) && !now.has(word);
}

/** Neighbouring characters of what is private; standing apart in the query they are put together. */
function listPrivateHan(query: string, { hanOpen, hanPrivate }: Vocabulary): string[] {
  const isPrivate = (pair: string) => hanPrivate.has(pair) && !hanOpen.has(pair);
  const open = new Set(listHanPairs(query).filter((pair) => !isPrivate(pair)));
  const apart = [...query].filter((character) => /\p{Script=Han}/u.test(character)).join("");
  const joined = listHanPairs(apart).filter(isPrivate);
  const stretches = listUncoveredHan(query, open).filter((stretch) => listHanPairs(stretch).some(isPrivate));
  return stretches.length > 0 ? stretches : joined;
}

function listNewHan(query: string, { hanOpen, hanPrivate }: Vocabulary): string[] {
  return listUncoveredHan(query, new Set([...hanOpen, ...hanPrivate]));
}

/**
 * Private words that are spelled over several words that stand in no open text, or inside one, forwards or
 * backwards.
 */
function findHidden(searches: readonly string[], query: string, known: Vocabulary): string[] {
  const isClosed = (word: string) => !known.now.has(word) && !known.strangers.has(word);
  const pieces = searches.flatMap((search) =>
    search
      .split(/[^\p{L}\p{N}]+/u)
      .filter(
        (word) => word !== "" && listPlainWords(word).some((plain) => isClosed(plain) || word.length < 3),
      ),
  );
  const inQuery = new Set(listPlainWords(query));
  const plainPieces = pieces.map(toLetters);
  const joined = plainPieces.join("");
  const all = new Set(searches.flatMap((search) => search.split(/[^\p{L}\p{N}]+/u)).map(toLetters));
  const isIn = (letters: string) =>
    isMadeOf(letters, all) || plainPieces.some((piece) => piece.includes(letters))
      ? letters.length >= shortestInside
      : joined.includes(letters);
  return [...known.memory, ...known.earlier].filter((word) => {
    const letters = toLetters(word);
    const shortest = /^\p{N}*$/u.test(letters) ? shortestNumber : shortestHidden;
    if (letters.length < shortest || inQuery.has(word) || known.sent.has(word)) return false;
    if (!isHeldBack(word, known)) return false;
    return isIn(letters) || isIn([...letters].reverse().join(""));
  });
}

/** Whether whole words, of at least two letters each and in whatever order they were sent, spell another. */
function isMadeOf(letters: string, pieces: ReadonlySet<string>): boolean {
  const reached = new Set([0]);
  for (let end = 2; end <= letters.length; end += 1)
    if (
      [...reached].some(
        (start) => end - start >= 2 && end - start < letters.length && pieces.has(letters.slice(start, end)),
      )
    )
      reached.add(end);
  return reached.has(letters.length);
}

function toLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** A search engine may read what is in its box: an address there leaves like one that is opened. */
function listUnknownSites(query: string, view: ConsentView): string[] {
  const sites = [...listAddresses(query).map((address) => new URL(address).host), ...listHosts(query)];
  if (sites.length === 0) return [];
  // A model's own offer names no site, though the person took it.
  const given = view.texts.filter(({ origin, isNow }) => isNow === true && origin !== "chosen");
  const walk = createWalk(given.map(({ text }) => text));
  for (const event of view.walk) if (event.kind !== "tried") walk.replay(event);
  return sites.filter((site) => !walk.knowsHost(site));
}

/** What stands in no text, beyond a few words where nothing is remembered. */
function listFresh(query: string, words: readonly string[], known: Vocabulary): string[] {
  const { now, strangers, memory, earlier, sent, newBefore } = known;
  const isKnown = (plain: string) => [now, strangers, memory, earlier, sent].some((all) => all.has(plain));
  const all = words.filter((word) => {
    const parts = listPlainWords(word);
    return parts.length > 0 && !parts.every(isKnown);
  });
  const isOfNumber = (word: string) =>
    word.length >= shortestPart && known.numbers.some((number) => number.includes(word));
  const numbers = all.filter((word) => /^\p{N}{1,4}$/u.test(word) && !isOfNumber(word)).slice(0, mostNumbers);
  const fresh = all.filter((word) => !numbers.includes(word));
  if (memory.size + known.hanMemory.size > 0 || known.hasPicture)
    return [...fresh, ...listNewHan(query, known)];
  const room = Math.max(0, Math.min(mostNew.words, mostNew.inConversation - newBefore));
  return [...fresh.filter((word) => !isPlain(word)), ...fresh.filter(isPlain).slice(room)];
}

function isPlain(word: string): boolean {
  return /^[\p{L}\p{M}][\p{L}\p{M}'’-]{0,30}[.,;:!?)\]"”]{0,2}$/u.test(word);
}

/** By form alone: what no search needs to be as long as it is. */
function findCode(query: string, fresh: readonly string[]): string[] {
  const codes = fresh.filter((word) => !isPlain(word));
  const isLong = codes.reduce((sum, { length }) => sum + length, 0) > mostCode.inQuery;
  const signs = query.match(/[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
  return [
    ...codes.filter(({ length }) => isLong || length > mostCode.word),
    ...(signs.length > mostCode.signs ? [signs.join("")] : []),
  ];
}
