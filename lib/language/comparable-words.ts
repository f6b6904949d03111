import { isUnspaced, listRuns, toPairs } from "./runs";
import { foldText } from "./script";
import { stem } from "./tokens";

/** Words outside Chinese, folded and stemmed, with stop words; of other unspaced scripts character pairs. */
export function listPlainWords(text: string): string[] {
  return listRuns(foldText(text).replace(/\p{Script=Han}+/gu, " ")).flatMap(({ run }) =>
    isUnspaced(run) ? toPairs(run) : [stem(run)],
  );
}

/** Neighbouring characters of Chinese runs; a character that stands alone is itself. */
export function listHanPairs(text: string): string[] {
  return listHanRuns(text).flatMap(toPairs);
}

export function listHanRuns(text: string): string[] {
  return text.normalize("NFKC").match(/\p{Script=Han}+/gu) ?? [];
}

/** Whether each Chinese character has a neighbour with it in `pairs`; where words meet no pair is needed. */
export function coversHan(text: string, pairs: ReadonlySet<string>): boolean {
  return listUncoveredHan(text, pairs).length === 0;
}

/** The stretches of Chinese characters that are not in `pairs`. */
export function listUncoveredHan(text: string, pairs: ReadonlySet<string>): string[] {
  return listHanRuns(text).flatMap((run) => {
    const characters = Array.from(run);
    const isKnown = (index: number) => pairs.has(`${characters[index] ?? ""}${characters[index + 1] ?? ""}`);
    const marks = characters.map((character, index) =>
      isKnown(index) || (index > 0 && isKnown(index - 1)) || (characters.length === 1 && pairs.has(character))
        ? " "
        : character,
    );
    return marks
      .join("")
      .split(/ +/)
      .filter((stretch) => stretch !== "");
  });
}
