import type { CitedDocument, FoundText } from "@/lib/protocol/tool-results";
import { listFenced } from "@/lib/language/fence";

/** Whose words the fenced texts of a result are, in the order of its sources; the handbook's are ours. */
export function toDocumentTexts(sources: readonly CitedDocument[], result: string): FoundText[] {
  const texts = listFenced(result);
  return sources.flatMap(({ origin, url, title }, index) =>
    origin === "handbook" ? [] : [{ origin, url, text: `${title}\n${texts[index] ?? ""}` }],
  );
}

/** As `toDocumentTexts` for one text that was made of several: a stranger's when any of them is. */
export function toMixedText(sources: readonly CitedDocument[], result: string): FoundText[] {
  const origins = new Set(sources.map(({ origin }) => origin));
  const origin = (["file", "own"] as const).find((each) => origins.has(each));
  return origin === undefined ? [] : [{ origin, url: sources[0]?.url ?? "", text: result }];
}
