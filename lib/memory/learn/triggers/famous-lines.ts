/** Lines of books, films and songs that give a name, as people quote them without marks. Whoever bears the name says so in other words, or asks to remember it. */
export function isFamousLine(text: string): boolean {
  return lines.test(text.replace(/[^\p{L}\p{N}]+/gu, " ").trim());
}

const lines =
  /^(?:call me (?:ishmael|by your name|irresponsible)|my name is (?:inigo montoya|ozymandias|bond|maximus decimus meridius|slim shady|forrest gump|asher lev|earl|sherlock holmes)|(?:请?叫我)(?:雷锋|红领巾|以实玛利)|我(?:的名字)?叫(?:雷锋|红领巾|孙悟空|齐天大圣))$/iu;

/** Words that point from a line to the work in which it stands. */
const works =
  /\bwho (?:wrote|said|sang|sings|says) (?:this|that|it)\b|\b(?:which|what) (?:book|novel|film|movie|song|poem|play|show|series) (?:is|was|does) (?:this|that|it)\b|\b(?:first|opening|famous) (?:line|sentence|words)\b|\b(?:quotation|lyrics?)\b|\b(?:this|that|which|whose|what|famous) quote\b|\bquote (?:is|from|by|comes)\b|\b(?:as|like|as they say) in (?:the|that) (?:\w+ )?(?:book|novel|film|movie|song|poem|play|show|series)\b|\bwhere (?:is|does|was) (?:this|that|it) (?:come )?from\b|\bname (?:the|that) (?:book|novel|film|movie|song)\b|(?:这|那)?(?:句话?|段话?)?(?:是)?谁[写说唱]的|(?:这|那)是哪[本部首]|(?:第一|开篇|开头)[句段]|台词|歌词|出自|名句|名言/iu;

/** Whether a message speaks of a line of a work, so that what looks like the person's name may be a name in it. */
export function pointsToWork(message: string): boolean {
  return works.test(message);
}
