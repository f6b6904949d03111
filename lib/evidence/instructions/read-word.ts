import { foldWord, listLeetReadings } from "./fold-word";
import { findCoded, listPhrases, listSigns, type CodedWord, type Phrase } from "./lexicon";
import type { Sign } from "./signs";

export type WordReading = {
  folded: string;
  signs: readonly Sign[];
  phrases: readonly Phrase[];
  isDisguised: boolean;
  code: CodedWord | null;
  /** Long enough to be several words without blanks. */
  isGlued: boolean;
};

/** Reads each word of a text once; most of a text are the same few words. */
export function createWordReader(): (raw: string) => WordReading {
  const known = new Map<string, WordReading>();
  return (raw) => {
    const seen = known.get(raw);
    if (seen !== undefined) return seen;
    const reading = readWord(raw);
    known.set(raw, reading);
    return reading;
  };
}

const shortestGlued = 16;

function readWord(raw: string): WordReading {
  const bare = raw
    .replaceAll("\\", "")
    .replaceAll("*", "")
    .replace(/^[_@$]+|_+$/g, "");
  const { folded, isDisguised: isFolded } = foldWord(bare);
  const isDisguised = isFolded || raw.replaceAll("\\", "").length > bare.length + 2;
  const signs = listWithApostrophe(folded, bare);
  const phrases = listPhrases(folded);
  const leet =
    signs.length > 0 ? [] : listLeetReadings(folded).flatMap((reading) => listSigns(reading, bare));
  if (leet.length > 0)
    return { folded, signs: [...new Set(leet)], phrases, isDisguised: true, code: null, isGlued: false };
  const isGlued = signs.length === 0 && folded.length >= shortestGlued && /^[a-z_]+$/.test(folded);
  return { folded, signs, phrases, isDisguised, code: signs.length > 0 ? null : findCoded(folded), isGlued };
}

/** French and English words are joined by apostrophes: “l'utilisateur”, “user's”. */
function listWithApostrophe(folded: string, raw: string): Sign[] {
  const signs = listSigns(folded, raw);
  const apostrophe = folded.search(/['’]/);
  if (signs.length > 0 || apostrophe < 0) return signs;
  const [first, second] = [folded.slice(0, apostrophe), folded.slice(apostrophe + 1)];
  return apostrophe <= 2 ? [...listSigns(first, raw), ...listSigns(second, raw)] : listSigns(first, raw);
}
