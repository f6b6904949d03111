import type { AttributeKind } from "./statement";
import type { PatternGroup, PatternRow, ValueShape } from "./pattern-row";

type Noun = { attribute: string; kind: AttributeKind; shape: ValueShape; words: string };
const toNoun = (kind: AttributeKind, shape: ValueShape, attribute: string, words = attribute): Noun => ({
  attribute,
  kind,
  shape,
  words,
});
const nouns: readonly Noun[] = [
  toNoun("single", "deadline", "deadline", "deadline|due date"),
  toNoun("single", "deadline", "start date"),
  toNoun("single", "amount", "budget"),
  toNoun("single", "amount", "email", "e-?mail(?: address)?"),
  toNoun("single", "amount", "phone number", "(?:phone|mobile) number"),
  toNoun("single", "amount", "shoe size"),
  toNoun("single", "amount", "salary"),
  toNoun("single", "amount", "rent"),
  toNoun("single", "name", "boss", "(?:new )?(?:manager|boss|supervisor)"),
  toNoun("single", "name", "nickname"),
  toNoun("single", "name", "doctor", "doctor|gp"),
  toNoun("single", "name", "dentist"),
  toNoun("single", "name", "therapist"),
  toNoun("single", "name", "landlord", "landlord|landlady"),
  toNoun("single", "name", "gym"),
  toNoun("fixed", "deadline", "anniversary", "(?:wedding )?anniversary"),
  toNoun("loose", "phrase", "user name", "user ?name"),
  toNoun("single", "amount", "address", "(?:home |postal )?address"),
  toNoun("single", "name", "time zone", "time ?zone"),
  toNoun("loose", "phrase", "clothing size", "(?:clothing|shirt|t-shirt) size"),
  toNoun("single", "name", "university", "university|alma mater"),
  toNoun("loose", "phrase", "major", "major|degree subject"),
  toNoun("single", "name", "editor", "(?:text |code )?editor"),
  toNoun("single", "name", "system", "operating system|os"),
  toNoun("loose", "phrase", "pronouns"),
  toNoun("fixed", "phrase", "blood type", "blood (?:type|group)"),
  toNoun("fixed", "phrase", "star sign", "(?:star|zodiac) sign"),
  toNoun("fixed", "phrase", "native language", "native language|mother tongue|first language"),
];
const is =
  "(?: (?:is|are|has changed to|changed to|moved to|was moved to|has moved to|is called|are called|now has|(?:went|goes) (?:up|down)(?: by [^,]+?)? to|rose to|(?:has |was |been )*(?:increased|raised|reduced|cut) to|fell to|dropped to)(?: now| currently| on| at| by){0,3}|:) ";

function row(
  attribute: string,
  kind: AttributeKind,
  shape: ValueShape,
  source: string,
  flags: Pick<PatternRow, "isDenial" | "isChange" | "isGain"> = {},
): PatternRow {
  const pattern = new RegExp(`(?<![\\p{L}\\d'-])(?:${source})$`, "iu");
  return { attribute, kind, shape, pattern, ...flags };
}

const value = "(?<value>.+)";

const nounPatterns = nouns.map(({ attribute, kind, shape, words }) =>
  row(attribute, kind, shape, `(?:${words})(?: (?:for|of) (?<owner>.+?))?${is}${value}`),
);

const verbPatterns: readonly PatternRow[] = [
  row("favourite", "single", "phrase", `favou?rite (?<topic>[\\p{L} ]+?)${is}${value}`),
  row(
    "date",
    "single",
    "deadline",
    `(?<=wedding |graduation |launch |move )(?:(?:is|was|has been)(?: moved| postponed| brought forward)?|takes place) (?:on|to) ${value}`,
  ),
  row("deadline", "single", "deadline", `due (?:on |by )?${value}`),
  row("home", "single", "place", `(?:lives?|living|resides?|residing|based|settled) in ${value}`),
  row("home", "single", "place", `home${is}(?:in )?${value}`),
  row("home", "single", "knownPlace", `(?:moved|relocated)(?: from (?<from>.+?)| back)? to ${value}`),
  row("street", "loose", "street", `(?:lives?|living) (?:on|in|at) ${value}`),
  row("street", "loose", "street", `(?:is|are) (?:on|in|at) ${value}`),
  row("street", "loose", "street", `(?:is|are) now (?:on|in|at) ${value}`, { isChange: true }),
  row("street", "loose", "street", `(?:moved|relocated)(?: back)? to ${value}`, { isChange: true }),
  row("moved", "many", "list", `(?:moved|relocated) from (?<from>.+?) to ${value}`),
  row(
    "uses",
    "many",
    "list",
    `(?:switched|migrated|changed|converted)(?<more> .+?)? from (?<from>.+?) to ${value}`,
  ),
  row("uses", "many", "tool", `(?:switched|changed|migrated|moved|went)(?: over| back)? to ${value}`, {
    isChange: true,
  }),
  row("uses", "many", "list", `replaced (?<from>.+?) (?:with|by) ${value}`),
  row("employer", "single", "employer", `(?:works?|working|employed) (?:at|for|by) ${value}`),
  row(
    "employer",
    "single",
    "employer",
    `left (?<from>[^,]+?) (?:and (?:joined|now works? (?:at|for))|to join) ${value}`,
  ),
  row("job", "single", "occupation", `(?:works?|working|employed) as ${value}`),
  row(
    "job",
    "single",
    "occupation",
    `(?:job|occupation|profession|position|job title) (?:is )(?:now )?${value}`,
  ),
  row("job", "loose", "occupation", `(?:is|am|are|became|becomes) (?:now )?(?:a|an) ${value}`),
  row("field", "loose", "employer", `(?:works?|working) in ${value}`),
  row("name", "single", "name", `(?:name (?:is|:)|(?:is|am|are) (?:now )?(?:called|named)) ${value}`),
  row(
    "nickname",
    "single",
    "name",
    `(?:(?:from now on,? |you can |please |just |always ){0,4}call me|goes? by|prefers? to be called|likes? to be called) ${value}`,
  ),
  row(
    "age",
    "single",
    "number",
    "(?:is|am|are|age is|aged|turned|turns)(?: now| already| just){0,3} (?<value>\\d{1,3})(?: years?(?: old)?)?(?: now| already){0,3}",
  ),
  row("age", "single", "number", "(?<value>\\d{1,3}) years? old"),
  row("birthday", "fixed", "date", `birthday (?:is |: ?)(?:on )?${value}`),
  row("birthday", "fixed", "date", `(?:was )?born (?:on |in )${value}`),
  row("origin", "loose", "knownPlace", `(?:comes? |originally ){0,2}from ${value}`),
  row(
    "childhood place",
    "loose",
    "place",
    `(?:grew up|(?:(?:was )?born and )?(?:was )?raised|spent (?:my|his|her) childhood) in ${value}`,
  ),
  row(
    "height",
    "single",
    "measure",
    "(?:is|am|are) (?<value>\\d+(?:\\.\\d+)? (?:cm|m|centimetres|metres|meters)) tall",
  ),
  row("height", "single", "measure", `height${is}${value}`),
  row(
    "weight",
    "single",
    "measure",
    `(?:weighs?|weight (?:is|has)(?: now)?(?: down to| up to| gone down to)?) (?:now |only )?${value}`,
  ),
  row("rent", "single", "amount", `pays? (?:an? )?rent of ${value}`),
  row("rent", "single", "amount", "pays? (?<value>[^,]+?)(?: every month)?(?: in| for| of)? rent"),
  row(
    "grade",
    "single",
    "phrase",
    "in (?:the |his |her |my )?(?<value>(?:first|second|third|fourth|fifth|sixth|\\d(?:st|nd|rd|th)) (?:year|grade|semester|term)|(?:grade|year) \\d{1,2})(?: (?:of|at) (?<topic>.+?))?(?: now| already)?",
  ),
  row(
    "commute",
    "loose",
    "commute",
    `(?:commutes?|commuting|gets? to work|goes to work|travels? to work)(?: to work)? (?:by|on) ${value}`,
  ),
  row(
    "commute",
    "loose",
    "commute",
    "(?<value>cycles|cycle|bikes|walks|walk|drives|drive|rides (?:a |the |my |his |her )?\\p{L}+|takes? the \\p{L}+) to (?:work|the office)",
  ),
  row("waking", "single", "time", `(?:gets?|wakes?) up (?:at )?${value}`),
  row("going to bed", "single", "time", `(?:goes to bed|sleeps) at ${value}`),
  row("allergy", "many", "list", `allergic to ${value}`),
  row("allergy", "many", "list", `ha(?:s|ve) (?:an? )?(?<adverb>severe |mild )?allergy to ${value}`),
  row(
    "allergy",
    "many",
    "list",
    "ha(?:s|ve) (?:an? )?(?<adverb>severe |mild )?(?<value>[\\p{L} -]+?) allerg(?:y|ies)",
  ),
  row("intolerance", "many", "list", `ha(?:s|ve) (?:an? )?(?<value>[\\p{L} -]+?) intolerance`),
  row("intolerance", "many", "list", "(?<value>\\p{L}+)[ -]intolerant"),
  row("intolerance", "many", "list", `tolerates? ${value}`, { isDenial: true }),
  row("fears", "many", "list", `(?:afraid of|scared of|terrified of|fears) ${value}`),
  row("trusts", "many", "list", `(?:believes? in|trusts?) ${value}`),
  row("speaks", "many", "language", `(?:can )?(?:speaks?|fluent in|knows?) ${value}`),
  row("learns", "many", "language", `(?:is )?(?:learning|learns|studying) ${value}`),
  row(
    "prefers",
    "single",
    "phrase",
    `prefers? (?<topic>.+?) (?:over|to|rather than|instead of) (?<other>.+)`,
  ),
  row("likes", "many", "list", `(?:dislikes?|hates?|detests?|loathes?) ${value}`, { isDenial: true }),
  row(
    "likes",
    "many",
    "list",
    `(?:likes?|loves?|enjoys?|adores?|fond of|keen on|is into|crazy about|a (?:big |huge )?fan of) ${value}`,
  ),
  row("prefers", "many", "list", `prefers? ${value}`),
  row(
    "uses",
    "many",
    "list",
    `(?:uses?|using|codes? in|programs? in|works? with|writes code (?:in|with)) ${value}`,
  ),
  row("drives", "loose", "name", `car is (?:now )?(?:an? )?${value}`),
  row("drives", "loose", "phrase", `drives? ${value}`),
  row("studies at", "loose", "phrase", `(?:studies|goes to (?:school|university|college)) at ${value}`),
  row("studies", "loose", "phrase", `(?:studies|majors in) ${value}`),
  row("has", "many", "thing", `(?:has|have|owns?) ${value}`),
  row(
    "has",
    "many",
    "thing",
    `(?:bought|adopted|purchased|got) (?:(?:myself|himself|herself) )?(?=an? |\\d )(?<value>.+)`,
    { isGain: true },
  ),
  ...[
    "eat",
    "drink",
    "play",
    "keep",
    "collect",
    "watch",
    "read",
    "wear",
    "need",
    "attend",
    "support",
    "teach",
    "grow",
  ].map((verb) => row(`${verb}s`, "many", "list", `${verb}(?:e?s|ing)? ${value}`)),
  row("takes", "many", "list", `tak(?:es?|ing) ${value}`),
];

/** Where two match at one place, the first counts. */
export const englishPatterns: readonly PatternGroup[] = [
  { words: new RegExp(`\\b(?:${nouns.map(({ words }) => words).join("|")})\\b`, "i"), rows: nounPatterns },
  { words: /./, rows: verbPatterns },
];
