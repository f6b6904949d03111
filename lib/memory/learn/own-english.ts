import { listPlainWords } from "@/lib/language/comparable-words";
import { listRuns } from "@/lib/language/runs";

type Looked = { fact: string; words: readonly string[] };

/**
 * Whether an English clause tells of the person, as something that is so, what stands in it of a fact: before the fact's words stands nobody else
 * (“my sister lives …”) and nothing that makes it a wish, a plan, a past or somebody's opinion. `before` is what stands before the clause in its sentence.
 */
export function isOwnEnglish(clause: string, before: string, looked: Looked): boolean {
  const runs = [...listRuns(clause)].map(({ run, start }) => ({
    run,
    start,
    plain: listPlainWords(run)[0] ?? "",
  }));
  const found = runs.filter(({ plain }) => looked.words.includes(plain));
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return true;
  const isAnswering = answering.test(clause) && answerWords.test(looked.fact);
  const lead = (
    isAnswering ? clause.slice(0, first.start).replace(wishes, " ") : clause.slice(0, first.start)
  ).replace(ownTelling, " ");
  const upTo = isAnswering ? lead : clause.slice(0, last.start);
  if (/\b(?:my|our)\s+$/i.test(lead) && turnsToSelf(clause.slice(first.start + first.run.length, last.start)))
    return false;
  return !holdsUnreal(upTo, looked.fact) && !isOtherForm(runs, looked) && isOwnLead(lead, before);
}

/** “My sister is here and I live in Oslo” says of the sister only that she is here, “my wife and I live in Oslo” says it of both. */
function turnsToSelf(between: string): boolean {
  return /(?<!\b(?:whom|which)\s)\bi\b/i.test(between.replace(/^\s+and i\b/i, ""));
}

const self = /\b(?:i['’](?:m|ve)|i(?!['’])|we['’](?:re|ve)|we(?!['’])|my|our)\b/gi;

/** What stands between the person and the fact's words may say when and how, and nothing else. */
function isOwnLead(lead: string, before: string): boolean {
  const pronoun = [...lead.matchAll(self)].at(-1);
  if (pronoun === undefined)
    return (
      !/^\s*to\s/i.test(lead) && isHarmless(lead) && (before === "" || isOwnHead(before) || isOpening(before))
    );
  const opening = lead.slice(0, pronoun.index);
  const rest = lead.slice(pronoun.index + pronoun[0].length);
  if (othersSay.test(`${before} ${opening}`)) return false;
  return isHarmless(rest) || isJoined(lead);
}

/** “I am a nurse and live …”: whoever begins the sentence is whom its second half is about. */
function isJoined(lead: string): boolean {
  const joint = [...lead.matchAll(/\s(?:and|but)\s/gi)].at(-1);
  return (
    joint !== undefined &&
    isOwnHead(lead.slice(0, joint.index)) &&
    isHarmless(lead.slice(joint.index + joint[0].length))
  );
}

function isOwnHead(head: string): boolean {
  const pronoun = /\b(?:i(?!['’][^mv])|we(?!['’][^rv]))/i.exec(head);
  if (pronoun === null || /\b(?:my|our)\b/i.test(head.slice(0, pronoun.index)) || othersSay.test(head))
    return false;
  return (
    !holdsUnreal(head, "") &&
    !/\b(?:who|which|that|he|she|they|it)\b|\bto [a-z]/.test(head.slice(pronoun.index))
  );
}

/** “For the record”, “by the way”, “in Oslo”. */
function isOpening(before: string): boolean {
  return (
    isHarmless(before) ||
    /^\s*(?:for|by|in|at|on|as|well|ok|okay|yes|no|hi|hello|hey|thanks|also|first|second|finally|since|after|before|when)\b[^,]*$/i.test(
      before,
    )
  );
}

const harmless = new Set(
  (
    "a an the am is are was were be been being have has had do does did i me of to in on at for with as by and so but or that this it not no never please remember note save keep in mind don't forget " +
    "also now still just always often usually already currently mostly mainly really actually only both all even very quite rather too then here there today nowadays recently lately again ever sometimes rarely seldom " +
    "got own can once twice myself ourselves both together alone yes well ok okay hi hello hey thanks because since years year months weeks long time full half new big proud huge born called named who's name " +
    "one two three four five six seven eight nine ten"
  ).split(" "),
);
const unsureEnding =
  /^(?:nearly|barely|hardly|scarcely|possibly|probably|hopefully|supposedly|allegedly|ideally|theoretically|formerly|previously|originally|eventually|apply|rely|reply|family|supply|fly|ally|bully|italy)$/i;

function isHarmless(text: string): boolean {
  return [...listRuns(text)].every(({ run }) => {
    const word = run.toLowerCase().replaceAll("’", "'");
    return (
      harmless.has(word) || /^\d+$/.test(word) || (/^\p{L}{2,}ly$/u.test(word) && !unsureEnding.test(word))
    );
  });
}

/** Who says, thinks or is somebody else; what the person tells of themselves was taken out before. */
const othersSay =
  /\b(?:sa(?:y|ys|id|ying)|t(?:ell|ells|old|elling)|th(?:ink|inks|ought|inking)|believ\w+|assum\w+|claim\w*|guess\w*|ask\w*|pretend\w*|wish\w*|hop(?:e|es|ed|ing)|dream\w*|imagin\w*|if|whether|who|which|convinc\w+|rumou?r\w*|according|mistak\w+|character|lyrics?|wrote|writes?|sings?|sang|quot\w+)\b/i;
const ownTelling =
  /\bi(?:['’]ve| have)? (?:already )?(?:told|said|mentioned|must say|must admit|have to say|have to admit)(?: (?:you|before|already|earlier)){0,2}(?: that)?(?=\s+(?:i|my|we|our)\b)/gi;

const unreal =
  /\b(?:want(?:s|ed|ing)?|wanna|hop(?:e|es|ed|ing)|plan(?:s|ned|ning)?|wish(?:es|ed)?|dream(?:s|ed|t|ing)?|intend(?:s|ed|ing)?|aim(?:s|ed|ing)?|consider(?:s|ed|ing)?|think(?:s|ing)?|thought|might|could|should|would|will|shall|gonna|(?:going|about|supposed|meant|due) to(?! [A-Z])|almost|nearly|wonder(?:s|ed|ing)?|appl(?:y|ied|ying)|pretend(?:s|ed|ing)?|tr(?:y|ies|ied|ying)|used to|maybe|perhaps|possibly|supposedly|probably|unless|imagin(?:e|es|ed|ing)|suppos(?:e|es|ed|ing)|until|whether|fake|former(?:ly)?|once upon|looking forward|can['’]?t wait|learn(?:s|ed|ing)? to|like to|love to|feel(?:s|ing)? like|lost|sold|miss(?:ed|ing)?|quit|one day|some ?day|soon|tomorrow|next (?:week|month|year|spring|summer|autumn|winter|life))\b|\bmay\b(?! \d)|['’](?:d|ll)\b/gi;

/** Words that make what follows a wish, a plan, a past or a guess, unless the fact says them, too. */
function holdsUnreal(text: string, fact: string): boolean {
  const said = new Set(listPlainWords(fact));
  return [...text.matchAll(unreal)].some(([word]) => !listPlainWords(word).some((plain) => said.has(plain)));
}

/** “I lived in Oslo” and “living in Oslo” are no “lives in Oslo”; “I have lived” and “I am living” may be. */
function isOtherForm(runs: readonly { run: string; plain: string }[], { fact, words }: Looked): boolean {
  const asked = new Map(
    [...listRuns(fact)].map(({ run }) => [listPlainWords(run)[0] ?? "", run.toLowerCase()]),
  );
  return runs.some(({ run, plain }, at) => {
    const wanted = asked.get(plain);
    const isOther =
      /(?:ed|ing)$/i.test(run) &&
      wanted !== undefined &&
      !/(?:ed|ing)$/.test(wanted) &&
      words.includes(plain);
    return (
      isOther &&
      !runs
        .slice(Math.max(0, at - 3), at)
        .some((before) => /^(?:have|has|been|am|is|are|(?:i|we)['’](?:m|ve|re))$/i.test(before.run))
    );
  });
}

const answering = /\b(?:answers?|answering|repl(?:y|ies)|respon(?:d|ses?)|call me|address me|you(?:r)?)\b/i;
const answerWords =
  /\b(?:answer\w*|repl(?:y|ies)|respon\w+|call(?:ed)?|address(?:ed)?|short|brief\w*|concise\w*|detailed|formal|informal|emojis?|bullets?|tables?|markdown|jargon|tone|units?|metric|imperial|celsius|fahrenheit|sources?|examples?)\b/i;
/** How answers are wanted is a wish that holds. */
const wishes =
  /\b(?:i(?:['’]d| would)? (?:want|like|love|prefer|need|wish|appreciate)(?: it)?(?: if)?(?: you(?:r)?)?(?: to)?|(?:can|could|will|would|should|must) you|would|(?<=\bi)['’]d|you (?:should|can|could|must|to)|your|you|from now on|in (?:the )?future|going forward|when|whenever|use|with|if possible)\b/gi;
