/** A word as it sounds to the lexicon: lower case, no accents, look-alike letters and digits put back. `isDisguised`: it needed more than case and accents. */
export function foldWord(raw: string): { folded: string; isDisguised: boolean } {
  if (plainAscii.test(raw)) return { folded: raw.toLowerCase(), isDisguised: false };
  const shown = raw.replace(unseen, "");
  const plain = shown
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  const letters = isMixed(plain) ? foldLookAlikes(plain) : plain;
  return {
    folded: letters,
    isDisguised: shown !== raw.replaceAll("\u00ad", "") || letters !== plain || styled.test(shown),
  };
}

/** What digits and signs inside a word may stand for; none for a word that has no such thing, or nothing else. */
export function listLeetReadings(folded: string): string[] {
  if (!/[0-9@$]/.test(folded) || !/[a-z]{2}|[a-z].*[a-z]/.test(folded)) return [];
  const read = (one: string) =>
    folded.replace(/[0-9@$]/g, (sign) => (sign === "1" ? one : (leet[sign] ?? sign)));
  return [read("i"), read("l")];
}

/** Characters that are not drawn. */
export const unseen =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/g;

const plainAscii = /^[A-Za-z0-9_'@$]*$/;
/** Letters of another shape: full width, mathematical, enclosed. */
const styled = /[\u24b6-\u24e9\uff21-\uff5a\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}]/u;
const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
};

function isMixed(word: string): boolean {
  return (
    /[a-z]/.test(word) && /[\u0250-\u02af\u0370-\u052f\u13a0-\u13ff\u0531-\u058f\u1d00-\u1dbf]/.test(word)
  );
}

function foldLookAlikes(word: string): string {
  return Array.from(word, (letter) => lookAlikes.get(letter) ?? letter).join("");
}

/** The commonest of https://www.unicode.org/Public/security/latest/confusables.txt that are drawn like Latin small letters. */
const pairs =
  "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ɡg ѵv ьb кk мm тt нh вb гr пn αa εe οo ρp ιi κk νv υu τt ηn χx ωw σo γy βb μm ɑa ɩi ʟl ɴn ʀr ɪi ʏy ᴀa ᴄc ᴅd ᴇe ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz օo ոn սu ցg հh զq";
const lookAlikes = new Map(
  pairs.split(" ").map((pair) => [Array.from(pair)[0] ?? "", Array.from(pair)[1] ?? ""]),
);
