import { cutDetails, readDetails, splitList, type CutValue } from "./details";
import type { PatternRow } from "./pattern-row";
import { isPlace } from "./places";
import { readDate, readMeasure, readTime } from "./quantities";
import type { ReadValue } from "./statement";
import { readThings } from "./read-things";
import { findToolKind, isKnownTerm, isLanguage, isOccupation, toTerms } from "./terms";

type Groups = Record<string, string | undefined>;

const industries = /(?:行业|领域|业)$/u;
const industryTerms = new Set(["finance", "education", "healthcare"]);
const someEmployer =
  /^(?:an?|the|his|her|my|their|one|some) |^(?:银行|医院|学校|大学|公司|工厂|家|一家.*|餐厅|酒店|国企|外企|政府)$/iu;
const dateWords =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b|\bnext \b|\bend of\b|周|星期|明天|后天|[月年]底/iu;
const noHanPlace =
  /附近|旁边|对面|楼|宿舍|里$|小区|公寓|一起|父母|学校|公司|郊区|农村|城里|乡下|家$|酒店|^\d/u;
const noPlace =
  /^(?:an?|his|her|my|their|with|at|alone|one|fear|peace|the (?!netherlands|uk|us|usa|philippines|hague))\b/i;

/** `null` where the words fit the pattern and mean something else. */
export function readValue(row: PatternRow, groups: Groups): ReadValue[] | null {
  const text = groups.value ?? groups.topic ?? "";
  switch (row.shape) {
    case "given":
      return [toState(row, groups)];
    case "phrase":
      return readPhrase(row, groups, text);
    case "street":
      return readStreet(row, text);
    case "commute":
      return readCommute(row, text);
    case "tool":
      return readTool(row, text);
    case "name":
      return readName(row, text);
    case "amount":
      return readAmount(row, text);
    case "deadline":
      return dateWords.test(text) ? readPhrase(row, {}, text) : null;
    case "list":
      return readList(row, groups, text);
    case "place":
    case "knownPlace":
      return readPlace(row, text);
    case "people":
      return isPlace(toTerms(text).at(-1) ?? "") ? readPlace(row, text) : null;
    case "employer":
      return readEmployer(row, groups, text);
    case "occupation":
      return readOccupation(row, text);
    case "language":
      return readLanguages(row, groups, text);
    case "thing":
      return readThings(row, text);
    case "date":
      return readBirth(row, text);
    case "measure":
    case "time":
    case "number":
      return readQuantity(row, text);
  }
}

/** Addresses of mail are compared as they are written. */
function readAmount(row: PatternRow, text: string): ReadValue[] | null {
  const mail = /^\S+@\S+$/.exec(text)?.[0].toLowerCase();
  if (mail !== undefined) return [build(row, [mail], { details: [], isNew: false, isAddition: false })];
  return /[\d一二三四五六七八九十百千万]/u.test(text) ? readPhrase(row, {}, text) : null;
}

/** The words of a name stay as they are: none is a plural, and none is another word for something. */
function readName(row: PatternRow, text: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(text);
  const name = value.replace(/["'“”「」]/gu, "");
  const isPerson = row.attribute === "name" || row.attribute === "nickname";
  if (!isNameText(name) || (!isPerson && nationality.test(name))) return null;
  return [build(row, name.toLowerCase().split(/[ -]/), cut)];
}

const nationality = /^\p{Lu}\p{L}+(?:ican|ish|ian|ese|ench|man)$/u;

/** A name has a capital, and so has a nationality; Chinese names are short. */
function isNameText(text: string): boolean {
  if (toTerms(text).some(isLanguage)) return false;
  return /\p{Script=Han}/u.test(text) ? /^\p{Script=Han}{1,4}$/u.test(text) : /^\p{Lu}/u.test(text);
}

function build(
  row: Pick<PatternRow, "attribute" | "kind">,
  value: readonly string[],
  cut: Omit<CutValue, "value">,
  changes: Partial<ReadValue> = {},
): ReadValue {
  return {
    attribute: row.attribute,
    kind: row.kind,
    value: [...value],
    ...cut,
    count: null,
    side: null,
    ...changes,
  };
}

function toState(row: PatternRow, { more = "" }: Groups): ReadValue {
  const { value: first, ...cut } = cutDetails(more.replace(/[了的]+$/u, "").replace(/^ ?/, ", "));
  return build(
    row,
    [row.value ?? ""],
    { ...cut, details: [...readDetails([first]).details, ...cut.details] },
    { side: row.side ?? null },
  );
}

function readPhrase(row: PatternRow, { topic, other }: Groups, text: string): ReadValue[] | null {
  if (other !== undefined) return readChoice(row, topic ?? "", other);
  const date = readDate(text);
  const { value, ...cut } =
    date === null ? cutDetails(text) : { value: text, details: [], isNew: false, isAddition: false };
  const terms = date ?? readDate(value) ?? toTerms(value);
  const attribute = topic === undefined ? row.attribute : `${row.attribute} ${toTerms(topic).join(" ")}`;
  return terms.length === 0 ? null : [build({ ...row, attribute }, terms, cut)];
}

/** "tea over coffee" is an attribute of its own with two sides. */
function readChoice(row: PatternRow, chosen: string, other: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(other);
  const [first, second] = [toTerms(chosen).join(" "), toTerms(value).join(" ")];
  if (first === "" || second === "") return null;
  return [
    build(
      { ...row, attribute: `${row.attribute} of ${[first, second].sort().join(" and ")}` },
      [first],
      cut,
      { side: first },
    ),
  ];
}

function readList(row: PatternRow, { adverb, more }: Groups, text: string): ReadValue[] | null {
  const { value, ...cut } = cutPurpose(text);
  const details = [
    ...cut.details,
    ...(adverb === undefined ? [] : toTerms(adverb)),
    ...(more === undefined ? [] : [`on ${toTerms(more).join(" ")}`]),
  ];
  const members = splitList(value).map(readMember);
  if (members.length === 0 || members.some(({ terms }) => terms.length === 0)) return null;
  return members.map(({ terms, count }) => build(row, terms, { ...cut, details }, { count }));
}

const ways: readonly (readonly [string, RegExp])[] = [
  ["bike", /^(?:bikes?|bicycle|cycles?|骑(?:自行|单)?车|自行车|单车)$/i],
  ["subway", /^(?:subway|metro|underground|[坐乘]?地铁)$/i],
  ["bus", /^(?:bus|[坐乘]?公交车?)$/i],
  ["car", /^(?:car|drives?|开车|汽车)$/i],
  ["train", /^(?:train|[坐乘]?(?:火车|高铁))$/i],
  ["tram", /^(?:tram|[坐乘]?电车)$/i],
  ["foot", /^(?:walks?|foot|走路|步行)$/i],
];

/** How somebody gets to work. Of a motorcycle, a company car and two ways at once it cannot tell. */
function readCommute(row: PatternRow, text: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(text);
  const plain = value.replace(/^(?:(?:rides?|takes?|an?|the|my|his|her) )+/i, "");
  const way = ways.find(([, pattern]) => pattern.test(plain));
  return way === undefined ? null : [build(row, [way[0]], cut)];
}

const amount =
  /^(?<count>\d+(?:\.\d+)?) ?(?<unit>mg|g|ml|毫克|克|毫升|cups?|glasses|bottles?|杯|瓶|碗)(?: of )?(?<rest>.+)$/iu;

/** "50 mg of sertraline" is so much of one thing. */
function readMember(member: string): { terms: string[]; count: number | null } {
  const groups = amount.exec(member)?.groups;
  const plain = (groups?.rest ?? member).replace(/^(?:eating|drinking|to eat|to drink|吃|喝)\s?/i, "");
  const times = /^(?:g|克)$/iu.test(groups?.unit ?? "") ? 1000 : 1;
  return { terms: toTerms(plain), count: groups === undefined ? null : Number(groups.count) * times };
}

/** What something is used for narrows it down in Chinese too. */
function cutPurpose(text: string): CutValue {
  const cut = cutDetails(text);
  const [, tool, purpose] =
    /^([A-Za-z][\w+#. ]*?)(?:来|去)?((?:做|写|进行|处理|开发).+)$/u.exec(cut.value) ?? [];
  if (tool === undefined || purpose === undefined || purpose === "写代码")
    return tool === undefined ? cut : { ...cut, value: tool };
  return { ...cut, value: tool, details: [...cut.details, toTerms(purpose).join(" ")] };
}

function readPlace(row: PatternRow, text: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(text);
  const parts = cut.details.filter((detail) => toTerms(detail).every(isPlace));
  const terms = [...toTerms(value), ...parts];
  const details = cut.details.filter((detail) => !parts.includes(detail));
  return terms.length === 0 || !isPlaceName(row, value, terms)
    ? null
    : [build(row, terms, { ...cut, details })];
}

const street =
  /(?:[路街巷弄]|大道|胡同)(?:\d+号)?$|^[\p{L}\d' -]*\p{Lu}[\p{L}']* (?:street|road|avenue|lane|square|terrace|crescent|boulevard|st|rd|ave|blvd)\.?$/iu;

function readStreet(row: PatternRow, text: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(text);
  return street.test(value) && !/[在的]/u.test(value) ? [build(row, toTerms(value), cut)] : null;
}

const passing = /^(?:but|once|twice|until|if|when|before|during|for (?:day|week|month|while|bit|\d))\b/;

/** Only tools of a known kind are told apart from whatever else one may change to, and only where the change is to stay. */
function readTool(row: PatternRow, text: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(text);
  const terms = toTerms(value);
  return findToolKind(terms) === null || cut.details.some((detail) => passing.test(detail))
    ? null
    : [build(row, terms, cut)];
}

/** Where the predicate alone does not tell, only places that are known count. Of others the name must look like one. */
function isPlaceName({ shape }: PatternRow, value: string, terms: readonly string[]): boolean {
  if (street.test(value)) return false;
  if (terms.some(isPlace)) return true;
  return (
    shape === "place" &&
    !noPlace.test(value) &&
    !noHanPlace.test(value) &&
    /^[\p{Lu}\p{Script=Han}]/u.test(value)
  );
}

function readEmployer(row: PatternRow, { job }: Groups, text: string): ReadValue[] | null {
  const [employer = "", role = ""] = text.split(/ as (?:an? |the )?/i);
  const { value, ...cut } = cutDetails(employer);
  const terms = toTerms(value);
  if (terms.length === 0 || /^(?:在|想|需要|要)/u.test(value) || !isEmployerName(row, value)) return null;
  const said = job ?? role;
  const jobs =
    said === ""
      ? []
      : [
          build({ attribute: "job", kind: "single" }, toTerms(said), {
            details: [],
            isNew: cut.isNew,
            isAddition: false,
          }),
        ];
  if (terms.every(isPlace)) return [build({ attribute: "work city", kind: "single" }, terms, cut), ...jobs];
  if (industries.test(value) || row.attribute === "field" || terms.every((term) => industryTerms.has(term)))
    return [build({ attribute: "field", kind: "loose" }, terms, cut), ...jobs];
  return [build({ ...row, kind: someEmployer.test(value) ? "loose" : row.kind }, terms, cut), ...jobs];
}

/** "Works for free" and "works at night" name nobody. */
function isEmployerName({ attribute }: PatternRow, value: string): boolean {
  return (
    attribute === "field" ||
    someEmployer.test(value) ||
    /^[\p{Lu}\p{Script=Han}]/u.test(value) ||
    toTerms(value).every(isKnownTerm)
  );
}

function readOccupation(row: PatternRow, text: string): ReadValue[] | null {
  const [role = "", employer] = text.split(/ (?:at|for) (?!night|home|weekend|an? )/i);
  const { value, ...cut } = cutDetails(role);
  const terms = toTerms(value);
  if (terms.length === 0 || (row.kind === "loose" && !isRole(terms))) return null;
  const wider = terms.flatMap((term) => /_(\w+)$/.exec(term)?.[1] ?? []).filter(isOccupation);
  const kind = terms.some((term) => term === "student") ? "loose" : row.kind;
  const places =
    employer === undefined
      ? []
      : [
          build({ attribute: "employer", kind: "single" }, toTerms(employer), {
            details: [],
            isNew: cut.isNew,
            isAddition: false,
          }),
        ];
  return [build({ ...row, kind }, [...terms, ...wider], cut), ...places];
}

const roleEnding = /(?:er|or|ist|ian|medic|keeper|smith)$/;
const noRole =
  /^(?:lover|beginner|member|father|mother|brother|sister|daughter|owner|speaker|learner|player|user|smoker|drinker|believer|fighter|winner|teenager|foreigner|minor|senior|survivor|vegetarian|christian|stranger|partner|number|reader|eater|riser|supporter|follower)$/;

/** What a person "is" counts as work when it is known as such, or sounds like it. */
function isRole(terms: readonly string[]): boolean {
  const last = terms.at(-1) ?? "";
  return terms.some(isOccupation) || (roleEnding.test(last) && !noRole.test(last));
}

function readLanguages(row: PatternRow, { more }: Groups, text: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(text);
  const level = more === undefined ? [] : toLevel(more);
  const details = [...cut.details.flatMap(toLevel), ...level];
  const members = splitList(value).map(toTerms);
  if (members.length === 0 || !members.every((terms) => terms.some(isLanguage))) return null;
  return members.map((terms) =>
    build(row, terms.filter(isLanguage), {
      ...cut,
      details: [...details, ...toLevel(terms.filter((term) => !isLanguage(term)).join(" "))],
    }),
  );
}

function toLevel(text: string): string[] {
  const level = /\b[abc][12]\b/i.exec(text)?.[0];
  if (level !== undefined) return [level.toLowerCase()];
  const terms = /流利/u.test(text)
    ? ["fluent"]
    : toTerms(text).filter((term) => !["level", "in", "at", "水平"].includes(term));
  return terms.length === 0 ? [] : [terms.join(" ")];
}

function readBirth(row: PatternRow, text: string): ReadValue[] | null {
  const none = { details: [], isNew: false, isAddition: false };
  const date = readDate(text.replace(/^on /i, ""));
  if (date !== null) return [build(row, date, none)];
  const { value, ...cut } = cutDetails(text);
  const terms = toTerms(value);
  return /birthday|生日/.test(row.pattern.source) || terms.length === 0 || /\d/.test(value)
    ? null
    : [build({ ...row, attribute: "birthplace" }, terms, cut)];
}

function readQuantity(row: PatternRow, text: string): ReadValue[] | null {
  const { value, ...cut } = cutDetails(text);
  const read = { measure: readMeasure, time: readTime, number: (words: string) => words }[
    row.shape as "measure" | "time" | "number"
  ](value);
  return read === null ? null : [build(row, [read], cut)];
}
