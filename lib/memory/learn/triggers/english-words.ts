/** What English words tell of a statement: whom it is about, whether it says something, whether it is an order about answers. */

export function isPersonal(text: string): boolean {
  return /\b(?:i|me|my|mine|myself|we|us|our|ours)\b/i.test(text);
}

export function isAboutWork(text: string): boolean {
  return /\b(?:project|deadline|budget|launch|release|client|milestone|sprint|meeting)\b/i.test(text);
}

export function isAboutAnswers(text: string): boolean {
  return answerWords.test(text);
}

const answerWords = new RegExp(
  String.raw`\b(?:answer(?:s|ing)?|repl(?:y|ies)|respon(?:d|se|ses)|language|english|german|french|spanish|italian|portuguese|dutch|russian|polish|swedish|chinese|mandarin|cantonese|japanese|korean|arabic|hindi|turkish|` +
    String.raw`tone|emojis?|bullets?|bullet points|tables?|markdown|short|brief|briefly|concise|detailed|formal|informal|polite|plain|spelling|units?|metric|imperial|celsius|fahrenheit|24-hour|step by step|sources?|citations?|` +
    String.raw`examples?|headings?|sentences|paragraphs|sir|madam|jargon|humou?r|jokes|prices|code (?:blocks|samples|examples)|call me|address me)\b`,
  "i",
);

/** Only for a while, or for one piece of work. */
export function isPassing(text: string): boolean {
  return /\b(?:for (?:this|the) (?:\w+ )?(?:conversation|chat|session|task|answer|reply|question|text|story|essay|poem|email|letter|document|file|function|game)|just this once|for now|for a (?:second|moment|minute|while)|for today|today only|until (?:i|we) (?:finish|are done|say)|in this (?:story|game|poem|essay|text|chat|conversation|function|file|scene|chapter|email|letter|answer|reply|summary))\b/i.test(
    text,
  );
}

/** Whether it says something that can be kept by itself; `isLinked` behind “that” or a colon. */
export function isStatement(text: string, isLinked: boolean): boolean {
  const words = text.split(/\s+/);
  if (words.length < 2 || isReminiscence(text) || isPassing(text) || isAboutCode(text)) return false;
  if (!isLinked && /^last (?:time|summer|year|night)\b/i.test(text)) return false;
  if (/^(?:it|this|that|there|these|those|they)\b/i.test(text)) return false;
  if (/^you\b/i.test(text)) return isAboutAnswers(text);
  // “Remember to call mom” is a chore; “remember to answer in German” is not.
  if (/^to\b/i.test(text))
    return (
      /^to (?:always|never|only|answer|reply|respond|use|call me|address me)\b/i.test(text) &&
      isAboutAnswers(words.slice(2).join(" "))
    );
  if (/^(?:i|we|he|she)\b/i.test(text) || (isLinked && /^(?:\S+\s+){1,3}(?:i|we)\s+\w/i.test(text)))
    return true;
  if (isOrder(text)) return isAboutAnswers(text) || isPersonal(text);
  const opening = words.slice(0, 7).join(" ");
  if (plainVerb.test(opening) || /[:=]/.test(text))
    return isLinked || isOwn(text) || plainVerb.test(words.slice(0, 6).join(" "));
  if (isOwn(text) && /,|\d/.test(text)) return true;
  return (isLinked || isOwn(text)) && inflectedVerb.test(opening);
}

function isOwn(text: string): boolean {
  return /^(?:my|our)\b/i.test(text);
}

function isReminiscence(text: string): boolean {
  return /^(?:when|what|who|whom|whose|how|where|why|which|if|whether|me\b(?! and)|back when|those|the (?:time|times|day|days|night|moment|summer|first time|good old)\b(?! (?:is|are|zone))|that (?:one )?(?:time|day|night|song|movie|film|guy|girl|place))\b/i.test(
    text,
  );
}

/** What has to hold in a program, and no name of one. */
function isAboutCode(text: string): boolean {
  return /^(?:the|this|that|each|every|all|any) (?:(?:source )?code(?! name)|(?:\w+ )?(?:function|array|variable|class|method|api|loop|string|object|file|page|button|program|script|query|user|users|test|tests|input|output|value|parameter|component|index|request))\b(?!.*\b(?:called|named)\b)|^\w{1,3}\s*=/i.test(
    text,
  );
}

function isOrder(text: string): boolean {
  return /^(?:always|never|don't|do not|please|use|answer|reply|respond|write|speak|talk|keep|call|address|explain|format|include|avoid|give|show)\b/i.test(
    text,
  );
}

const plainVerb =
  /\b(?:is|isn't|are|aren't|was|were|am|has|have|had|do|does|don't|doesn't|did|can|can't|cannot|could|will|won't|would|shall|should|must|may|might|like|love|hate|prefer|want|need|use|live|work|take|eat|drink|drive|play|speak|go|come|moved|got|bought)\b|\w'(?:m|s|re|ve|ll|d)\s/i;
/** The third person or the past, with something behind it. */
const inflectedVerb = /^\S+(?:\s+\S+){0,3}?\s+[a-z]{2,}(?:s|ed)\s+\S/i;
