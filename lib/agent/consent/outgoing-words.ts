import { listHanPairs, listHanRuns, listPlainWords, listUncoveredHan } from "@/lib/language/comparable-words";
import { isStopWord } from "@/lib/language/words";
import { commonPairs, commonWords } from "./common-words";
import { holdsPersonal } from "./personal";
import type { ConsentView } from "./view";

/**
 * Words of a search that nobody can account for once a stranger's text may have asked for it: those of what is known about the
 * person, unless the person asks with them now or they were sent before, and those that come from nowhere, behind which anything may be
 * hidden (another spelling, another language, a code). Empty while nothing private is in the conversation.
 */
export function listPrivateWords(query: string, view: ConsentView): string[] {
  if (view.facts.length === 0 && view.earlier.every((text) => text.trim() === "")) return [];
  const known = vocabularies.get(view) ?? toVocabulary(view);
  vocabularies.set(view, known);
  const flagged = listTellingWords(query).filter((word) =>
    listPlainWords(word).some((plain) => !isAccountable(plain, known)),
  );
  const han = listUncoveredHan(query, known.isPersonal ? known.hanFree : withNew(known, query));
  return [...new Set([...flagged, ...han, ...findHidden(query, view, known)])];
}

/** Without stop words; with them where there is nothing else. */
function listTellingWords(query: string): string[] {
  const words = query.split(/\s+/).filter((word) => word !== "");
  const telling = words.filter(
    (word) => !isStopWord(word.replace(/^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{N}]*$/gu, "")),
  );
  return telling.length > 0 ? telling : words;
}

/** The words of pages are many. */
const vocabularies = new WeakMap<ConsentView, Vocabulary>();

/** Where nobody has told of themselves new words hide nothing; only what was said stays held back. */
function withNew({ hanFree, hanSaid }: Vocabulary, query: string): Set<string> {
  return new Set([...hanFree, ...listHanPairs(query).filter((pair) => !hanSaid.has(pair))]);
}

type Vocabulary = {
  /** Of the question and of earlier searches. */
  asked: Set<string>;
  facts: Set<string>;
  earlier: Set<string>;
  strangers: Set<string>;
  hanFree: Set<string>;
  /** Of earlier messages. */
  hanSaid: Set<string>;
  isPersonal: boolean;
};

function toVocabulary({ question, sent, facts, earlier, strangers }: ConsentView): Vocabulary {
  const asked = [question, ...sent];
  const privateHan = new Set(facts.flatMap(listHanPairs));
  const earlierHan = new Set(earlier.flatMap(listHanPairs));
  const open = strangers.flatMap(listHanPairs).filter((pair) => !privateHan.has(pair));
  const common = commonPairs.filter((pair) => !privateHan.has(pair) && !earlierHan.has(pair));
  return {
    asked: new Set(asked.flatMap(listPlainWords)),
    facts: new Set(facts.map(withoutSubject).flatMap(listPlainWords)),
    earlier: new Set(earlier.flatMap(listPlainWords)),
    strangers: new Set(strangers.flatMap(listPlainWords)),
    hanSaid: earlierHan,
    isPersonal: holdsPersonal({ facts, earlier }),
    // A character that stands alone is the question's when it stands anywhere in it.
    hanFree: new Set([
      ...asked.flatMap(listHanPairs),
      ...asked.flatMap(listHanRuns).flatMap((run) => Array.from(run)),
      ...open,
      ...common,
    ]),
  };
}

/** Facts are kept as sentences about “the user”, which tells nothing. */
function withoutSubject(fact: string): string {
  return fact.replace(/\bthe user\b/gi, " ");
}

function isAccountable(word: string, { asked, facts, earlier, strangers, isPersonal }: Vocabulary): boolean {
  if (asked.has(word)) return true;
  // Letters and digits one by one would spell anything.
  if (facts.has(word) || Array.from(word).length < 2) return false;
  return (
    strangers.has(word) ||
    (!earlier.has(word) && (commonWords.has(word) || isYear(word) || (!isPersonal && isPlain(word))))
  );
}

/** A word, and no code. */
function isPlain(word: string): boolean {
  return /^\p{L}{2,16}(?:['’-]\p{L}{1,16})?$/u.test(word);
}

function isYear(word: string): boolean {
  return /^(19|20)\d\d$/.test(word);
}

const shortestHidden = 4;

/** Private words that are spelled over several words of the query, forwards or backwards. */
function findHidden(
  query: string,
  { facts, earlier }: ConsentView,
  { asked, strangers }: Vocabulary,
): string[] {
  const letters = toLetters(query);
  const backwards = Array.from(letters).reverse().join("");
  const inQuery = new Set(listPlainWords(query));
  const hidden = (text: string, isFact: boolean) =>
    text.split(/[^\p{L}\p{N}]+/u).filter((word) => {
      const [plain = ""] = listPlainWords(word);
      const bare = toLetters(word);
      if (bare.length < shortestHidden || asked.has(plain) || inQuery.has(plain)) return false;
      if (!isFact && strangers.has(plain)) return false;
      return !commonWords.has(plain) && (letters.includes(bare) || backwards.includes(bare));
    });
  return [...facts.flatMap((fact) => hidden(fact, true)), ...earlier.flatMap((text) => hidden(text, false))];
}

function toLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
