/** A fact as the guide is given it. `since`: the day it was told, `before`: what held in its place before; `null` where that is not said. */
export type Remembered = { content: string; since: string | null; before: string | null };

/** The list that stands in the prompt, in the system text or in a note. */
export function readGivenFacts(text: string): Remembered[] {
  const list = /What the person told you earlier[^\n]*:\n((?:- [^\n]*(?:\n|$))+)/u.exec(text)?.[1] ?? "";
  return list
    .split("\n")
    .flatMap((line) =>
      line.startsWith("- ")
        ? [{ content: line.replace(/^- (?:\[m\d+\] )?/, "").trim(), since: null, before: null }]
        : [],
    );
}

/** The list that `memory_retrieve` gives. */
export function readRetrievedFacts(output: string): Remembered[] {
  return [...output.matchAll(/^- (.+)$/gmu)].map(([, line = ""]) => {
    const [, content = line, details = ""] =
      /^(.+?) \((?:profile|preference|technical|project)\b(.*)$/u.exec(line) ?? [];
    return {
      content,
      since: /\bsince (\d{4}-\d{2}-\d{2})/u.exec(details)?.[1] ?? null,
      before: /\bbefore: [“"]?(.+?)[”"]?\)*\.?$/u.exec(details)?.[1] ?? null,
    };
  });
}
