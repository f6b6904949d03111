import { coversHan, listHanPairs, listPlainWords } from "@/lib/language/comparable-words";
import { isOwnChinese } from "./own-chinese";
import { isOwnEnglish } from "./own-english";
import { foldChinese, listOwnSentences, type OwnSentence } from "./own-sentences";
import { isAboutAnswers } from "./own-tasks";

/** Of a clause that a stranger's text may have picked out, at least so much has to be in the fact. */
const strictShare = 0.75;

/** Whether one of these messages of a person says a fact so, and little else: for where a stranger's text may have chosen the words. */
export function isSaidByPerson(fact: string, messages: readonly string[]): boolean {
  return messages.some((message) =>
    standsInOwnWords(
      fact,
      listOwnSentences(message).filter(({ kind }) => kind !== "task"),
      { isStrict: true },
    ),
  );
}

/**
 * Whether a person has said a fact so: a clause or a sentence of theirs, or two neighbouring ones together, hold all of its words, say “not” when it does,
 * and tell it of whom the fact is about, as something that is so: no wish, plan, past, opinion or play. Of a question only what it says by the way counts (“I'm vegan,
 * what can I cook?”). `isStrict`: it has to be one sentence, in the order of the fact, with little else.
 */
export function standsInOwnWords(
  fact: string,
  sentences: readonly OwnSentence[],
  { isStrict = false } = {},
): boolean {
  const needed = toNeeded(fact);
  if (needed.words.length === 0 && !/\p{Script=Han}/u.test(needed.han)) return false;
  const isSaid = (piece: Piece) =>
    isDeniedAlike(piece.said, fact) &&
    holds(piece.said, needed) &&
    isOwn(piece, fact, needed.words) &&
    (!isStrict || (isInOrder(piece.said, needed) && isMostOf(piece.said, needed)));
  const real = withoutPlay(sentences, fact).map((sentence) => ({
    ...sentence,
    said: supposing.test(fact) ? sentence.said : leaveOutSupposed(sentence.said),
  }));
  const statements = real.filter(({ isQuestion }) => !isQuestion).map(({ said }) => said);
  if ([...listClauses(real), ...statements.map((said) => ({ said, before: "" }))].some(isSaid)) return true;
  if (isStrict) return false;
  return statements.slice(1).some((said, index) => {
    const before = statements[index] ?? "";
    return (
      isSaid({ said: `${before}. ${said}`, before: "" }) &&
      addsWords(before, said, needed) &&
      addsWords(said, before, needed)
    );
  });
}

/** `before`: what stands before a clause in its sentence. */
type Piece = { said: string; before: string };
/** `han`: its Chinese characters, with blanks for those that say nothing. */
type Needed = { words: string[]; han: string; text: string };

function toNeeded(fact: string): Needed {
  const text = foldChinese(fact.normalize("NFKC"));
  return { words: listPlainWords(text).filter((word) => !frame.has(word)), han: stripHanFrame(text), text };
}

const play =
  /\b(?:just |only )?(?:kidding|joking)\b|\bin (?:my dreams?|(?:the|this|that|my|a) (?:\w+ )?(?:game|story|novel|book|film|movie|play|dream|song|role|series|campaign))\b|\bmy (?:\w+ )?(?:character|avatar|protagonist|hero)\b|开玩笑|逗你|[梦戏]里|(?:游戏|小说|故事|剧本?|电影|书)[里中]|我的?角色/iu;

/** What is told of a story or a dream, or taken back as a joke in the next sentence, is not so. */
function withoutPlay(sentences: readonly OwnSentence[], fact: string): OwnSentence[] {
  if (play.test(fact)) return [...sentences];
  return sentences.filter(
    ({ said }, at) => !play.test(said) && !takenBack.test(sentences[at + 1]?.said ?? ""),
  );
}

const takenBack =
  /^(?:(?:haha|lol|no|i'm|i am)[\s,]+)*(?:just |only )?(?:kidding|joking|jk)\b|^(?:哈+|呵+)?[，,]?(?:我?开(?:个)?玩笑|逗你)/iu;

function listClauses(sentences: readonly OwnSentence[]): Piece[] {
  return sentences.flatMap(({ said, isQuestion }) => {
    const clauses = splitClauses(said);
    const pieces = clauses.map((clause, at) => ({ said: clause, before: clauses.slice(0, at).join(", ") }));
    return isQuestion ? pieces.filter((piece) => byTheWay.test(piece.said)) : pieces;
  });
}

const supposing =
  /\b(?:if|unless|would|(?:could|should|might) have|wish(?:es)?|imagin(?:e|es|ing)|suppos(?:e|es|ing)|pretend(?:s|ing)?)\b|\b(?:i|you|he|she|it|we|they)['’]d\b|如果|假如|假设|假装|要是|若是|倘若|万一|想象|幻想|就好了|的话(?=$|[,，])/iu;
const politeWish = /\b(?:would|['’]d) (?:like|love|prefer|appreciate)\b(?! to\b)/i;

/** A sentence up to the clause that holds an “if” or a “would”: what follows is not so. How answers would be liked is meant. */
function leaveOutSupposed(said: string): string {
  let from = 0;
  for (const clause of splitClauses(said)) {
    const start = said.indexOf(clause, from);
    if (supposing.test(isAboutAnswers(clause) ? clause.replace(politeWish, " ") : clause))
      return said.slice(0, start);
    from = start + clause.length;
  }
  return said;
}

function splitClauses(text: string): string[] {
  return text.split(
    /[,，;；]\s*|(?<!\s)\s+(?=but\b|because\b|since\b|(?:as|and)\s+(?:i|i'm|my|we|please)\b)|(?=但是?|因为|所以)/iu,
  );
}

const byTheWay =
  /^(?:(?:since|because|as|and|but|so|given that)\s+)?(?:i|i'm|i've|my|we|our)\b|^(?:因为|但是?|所以)?我(?!.*(?:什么|谁|哪|怎么|多少|吗$))/iu;

/** A sentence that denies one thing and says another is read by its clauses alone. */
function isDeniedAlike(piece: string, fact: string): boolean {
  return splitClauses(piece).every((clause) => isNegated(clause) === isNegated(fact));
}

function isNegated(text: string): boolean {
  return (
    /\b(?:not|no|never|none|without|cannot|nor)\b|n['’]t\b/i.test(text) ||
    /[不没沒无無未非别別]/u.test(
      text.replace(/不错|不过|不但|不仅|特别|别人|区别|无论|未来|差别|非常|并非/gu, ""),
    )
  );
}

function holds(piece: string, { words, han, text }: Needed): boolean {
  const known = new Set(listPlainWords(piece));
  const pairs = new Set(listHanPairs(piece));
  return words.every((word) => known.has(word)) && coversHan(blankKnownSingles(han, text, piece), pairs);
}

/** A character that stands alone is known when it stands beside the same neighbour in the piece, too. */
function blankKnownSingles(han: string, text: string, piece: string): string {
  const said = toTight(piece);
  const isThere = (pair: string) => toTight(pair).length === 2 && said.includes(toTight(pair));
  return han.replace(/(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu, (character, at: number) =>
    isThere(text.slice(at - 1, at + 1)) || isThere(text.slice(at, at + 2)) ? " " : character,
  );
}

function toTight(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

function isOwn({ said, before }: Piece, fact: string, words: readonly string[]): boolean {
  return /\p{Script=Han}/u.test(said)
    ? isOwnChinese(said, before, stripHanFrame(foldChinese(fact)))
    : isOwnEnglish(said, before, { fact, words });
}

/** “I prefer tea over coffee” is not “prefers coffee over tea”. */
function isInOrder(piece: string, { words }: Needed): boolean {
  let found = 0;
  for (const word of listPlainWords(piece)) if (word === words[found]) found += 1;
  return found === words.length;
}

/** “I want to know about Acme” is not “wants Acme”. */
function isMostOf(piece: string, { words, han }: Needed): boolean {
  const own = listPlainWords(piece).filter((word) => !saidFrame.has(word));
  const kept = own.filter((word) => words.includes(word)).length;
  const pairs = listHanPairs(stripHanFrame(piece));
  const factPairs = new Set(listHanPairs(han));
  const keptPairs = pairs.filter((pair) => factPairs.has(pair)).length;
  return kept >= own.length * strictShare && keptPairs >= pairs.length * (strictShare - 0.15);
}

function addsWords(piece: string, other: string, { words, han }: Needed): boolean {
  const [here, there] = [piece, other].map((text) => new Set(listPlainWords(text)));
  const [ours, theirs] = [piece, other].map((text) => new Set(listHanPairs(text)));
  return (
    words.some((word) => here?.has(word) && !there?.has(word)) ||
    listHanPairs(han).some((pair) => ours?.has(pair) && !theirs?.has(pair))
  );
}

/** Words that say nothing by themselves, and whom a fact is about. */
const frame = toFrame(
  "the a an user person user's their they them he his him she her it its i me my mine i'm i've we our is are was were be been am has have had of to in on at for with and that this name named call called old year years as do does did don't doesn't didn't not no never",
);
const saidFrame = new Set([
  ...frame,
  ...toFrame("please remember note save keep mind also so just you can could would will always"),
]);

function toFrame(words: string): Set<string> {
  return new Set(words.split(" ").flatMap(listPlainWords));
}

/** As long as the text. */
function stripHanFrame(text: string): string {
  return text.replace(
    /用户|使用者|本人|该用|请你?|记住|记得|记一下|帮我|我们?的?|自己的?|他的?|她的?|的|是|名字叫?|叫做?|这个|那个|以后|一下|吧|了|也|在|有|岁/gu,
    (word) => " ".repeat(word.length),
  );
}
