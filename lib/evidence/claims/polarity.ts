import { isHan, toTerms } from "./terms";

/** Whether a source says the opposite of a clause: one of them denies it, or names the other direction. */
export function isOpposite(claim: string, sourceClauses: readonly string[]): "negation" | "wording" | null {
  const claimTerms = new Set(toTerms(claim));
  const near = sourceClauses.filter((clause) => toTerms(clause).some((term) => claimTerms.has(term)));
  const denials = countNegations(claim);
  const isTurned = hasTurned(claim, near);
  const denying = sourceClauses.filter((clause) => isNegated(clause) && deniesSame(clause, claimTerms));
  if (denials % 2 === 1) {
    const isBacked = near.some((clause) => isNegated(clause) || isSoftlyNegated(clause, claim));
    return isBacked || isTurned ? null : "negation";
  }
  if (denying.length > 0 && denials === 0 && !isSoftlyNegated(claim) && !isTurned) return "negation";
  return isTurned ? "wording" : null;
}

/** Whether a source plainly denies what a clause says, in words of which nearly all stand in the clause. */
export function isDenied(claim: string, sourceClauses: readonly string[]): boolean {
  if (countNegations(claim) > 0 || isSoftlyNegated(claim)) return false;
  const claimTerms = new Set(toTerms(claim));
  return sourceClauses.some(
    (clause) => isNegated(clause) && toTerms(clause).length >= 2 && deniesSame(clause, claimTerms, 0.8),
  );
}

/** What a source denies is what the claim says when most words of the denial stand in the claim. */
function deniesSame(clause: string, claimTerms: ReadonlySet<string>, least = 0.62): boolean {
  const terms = toTerms(clause);
  const shared = terms.filter((term) => claimTerms.has(term)).length;
  const sum = (some: readonly string[]) =>
    some.reduce((all, term) => all + (/^\p{Script=Han}$/u.test(term) ? 0.3 : 1), 0);
  return shared > 0 && sum(terms.filter((term) => claimTerms.has(term))) / sum(terms) >= least;
}

const negations =
  /(?<![\p{L}])(?:not(?! only| just| least)|never|no(?!\.| longer than| more than| less than| fewer than| one else)|none|nobody|nothing|neither|nor|cannot|without|[a-z]+n['’]t|no longer)(?![\p{L}])/giu;
const hanNegations =
  /(?<!不得)不(?![仅但只论管断久少同过锈足止丹]|得不)|没(?!收)|未(?![来必婚])|(?<!非)非(?![常洲凡典得法])|并无|无(?![线数论锡人机菌偿烟])|否认|尚无|从无/gu;
/** Words that deny in themselves; they back a denial but make none. */
const soft =
  /(?<![\p{L}])(?:refus|reject|lack|exempt|exclud|fail|free|ended|remov|bann|avoid|unable|unlike|stop|miss|absen|drop|declin|abolish|withdr|unsuccess|unlikely|rare|hardly|scarcely|without|few|cancel|prohibit|forbid|forbad)|禁止|拒绝|缺乏|缺少|取消|废止|停止|除外|不再|免|尚在|仍在|失败/giu;

function isNegated(text: string): boolean {
  return countNegations(text) % 2 === 1;
}

function countNegations(text: string): number {
  return [...text.matchAll(negations)].length + (isHan(text) ? [...text.matchAll(hanNegations)].length : 0);
}

/** A word that both have denies nothing between them. */
function isSoftlyNegated(text: string, other = ""): boolean {
  const denials = [...text.matchAll(soft)].map(([word]) => word.toLowerCase());
  return denials.some((word) => !other.toLowerCase().includes(word));
}

/** Words of direction, side or rank, and their opposites. */
const directions: readonly (readonly [string, string])[] = [
  [
    "rise|rose|risen|increas|grew|grow|climb|soar|went up|up by|gain",
    "fall|fell|fallen|decreas|declin|dropp|drop|shrank|shrink|reduc|went down|down by|lower",
  ],
  ["more than|over|above|exceed|at least", "less than|fewer than|below|under|at most"],
  ["before|prior to|earlier than", "after|following|later than"],
  ["first", "last"],
  [
    "must|(?<!not )(?<!n['’]t )have to|required to|obliged to|compulsory|mandatory",
    "may|not have to|need not|voluntary|optional",
  ],
  ["largest|biggest|greatest", "smallest|tiniest"],
  ["highest|tallest", "lowest|shortest"],
  ["longest", "shortest"],
  ["oldest", "youngest|newest"],
  ["most", "least"],
  ["north|northern", "south|southern"],
  ["east|eastern", "west|western"],
  ["won|win|wins|defeated|beat", "lost|lose|loses"],
  ["accept", "reject|refus"],
  ["allow|permit", "forbid|forbad|bann|prohibit"],
  ["succeed|success", "fail|unsuccess"],
  ["hotter|warmer", "colder|cooler"],
  ["public|publicly", "private|privately"],
  ["import", "export"],
  ["majority", "minority"],
  ["male|men", "female|women"],
  ["buy|bought|purchas|acquir", "sell|sold"],
  ["prevent|inhibit", "caus|promot"],
  ["support|favou?r", "oppos"],
  ["faster|quicker", "slower"],
  ["winter", "summer"],
  ["day|daytime", "night|nocturnal"],
  ["left", "right"],
  ["widen", "narrow"],
  ["cheaper", "dearer|more expensive"],
  ["strengthen", "weaken"],
  ["上升|增长|增加|上涨|提高|升高|增多", "下降|减少|降低|下跌|下滑|缩减"],
  ["多于|超过|高于|以上", "少于|低于|不足|以下"],
  ["之前|以前", "之后|以后"],
  ["最大", "最小"],
  ["最高", "最低"],
  ["最长", "最短"],
  ["最早", "最晚"],
  ["最多", "最少"],
  ["北部|以北|向北", "南部|以南|向南"],
  ["东部|以东|向东", "西部|以西|向西"],
  ["战胜|击败|获胜", "负于|败给|落败"],
  ["接受|同意|赞成", "拒绝|反对"],
  ["允许|准许", "禁止|不得"],
  ["成功", "失败"],
  ["进口", "出口"],
  ["雄", "雌"],
  ["买入|购入", "卖出|出售"],
  ["加快", "减慢|放缓"],
  ["加息|上调", "降息|下调"],
  ["扩大", "缩小"],
  ["盈利", "亏损"],
];

const pairs = directions.flatMap(
  ([one, other]) =>
    [
      [toPattern(one), toPattern(other)],
      [toPattern(other), toPattern(one)],
    ] as const,
);

function toPattern(words: string): RegExp {
  return isHan(words)
    ? new RegExp(words, "u")
    : new RegExp(`(?<![\\p{L}-])(?:${words})(?:e?s|e?d|ing|ly|al|ful|fully|ed|es|th)?(?![\\p{L}])`, "iu");
}

/** A word of direction in the claim whose opposite, and not itself, stands where the source speaks of the same. */
function hasTurned(claim: string, near: readonly string[]): boolean {
  return pairs.some(
    ([one, other]) =>
      one.test(claim) &&
      !other.test(claim) &&
      near.some((clause) => other.test(clause) && !isNegated(clause)) &&
      !near.some((clause) => one.test(clause)),
  );
}

const hedges =
  /(?<![\p{L}])(?:may|might|could(?! not)|perhaps|possibly|reportedly|alleged(?:ly)?|plans? to|planned|expects? to|is expected|proposed|proposes|hopes? to|aims? to)(?![\p{L}])|可能|或许|有望|拟|打算|预计|计划|据传/iu;
const somes =
  /(?<![\p{L}])(?:some|most|many|several|partly|mostly|often|sometimes|usually|a few|one of the|among the)(?![\p{L}])|部分|大多|多数|一些|有些|多为|往往|之一|少数/iu;
const alls =
  /(?<![\p{L}])(?:all|every|always|only|solely|entirely|exclusively|everyone|whole)(?![\p{L}])|全部|所有|一律|只有|仅有|唯一|总是|都/iu;

/** A claim that says it for certain or for all where the source, at the place nearest to it, says it for some or as a plan. */
export function isOverstated(claim: string, sourceClauses: readonly string[]): boolean {
  const claimTerms = new Set(toTerms(claim));
  const measured = sourceClauses.map((clause) => ({
    clause,
    shared: toTerms(clause).filter((term) => claimTerms.has(term)).length,
  }));
  const most = Math.max(1, ...measured.map(({ shared }) => shared));
  const source = measured
    .filter(({ shared }) => shared === most)
    .map(({ clause }) => clause)
    .join(" ");
  if (alls.test(claim) && !alls.test(source) && somes.test(source)) return true;
  return (
    hedges.test(source) &&
    !hedges.test(claim) &&
    !/will|would|将|scheduled|forecast|should|目标/iu.test(claim)
  );
}
