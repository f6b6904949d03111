import { historySets, languages, questionClasses } from "./histories";
import type { Judged } from "./judge";

/** How many questions were given the right facts and answered right, for each class and language; then what went wrong. */
export function writeLongMemoryTable(judged: readonly Judged[]): string {
  const rows = questionClasses.flatMap((name) =>
    languages.map((language) =>
      writeRow(
        name,
        language,
        judged.filter(({ ask, history }) => ask.class === name && history.language === language),
      ),
    ),
  );
  const sums = historySets.map((set) =>
    writeRow(
      `**all of ${set.toUpperCase()}**`,
      "all",
      judged.filter(({ history }) => history.set === set),
    ),
  );
  return [
    "| Class | Language | Questions | Right facts given | Wrong or old facts given as current | Answered right | Leaks with memory off |",
    "|---|---|---|---|---|---|---|",
    ...rows.flat(),
    ...sums.flat(),
  ].join("\n");
}

function writeRow(name: string, language: string, judged: readonly Judged[]): string[] {
  if (judged.length === 0) return [];
  const count = (isCounted: (one: Judged) => boolean) => judged.filter(isCounted).length;
  const asking = judged.filter(({ ask }) => ask.expect.length > 0);
  const given =
    asking.length === 0 ? "–" : `${asking.filter(({ isGiven }) => isGiven).length} of ${asking.length}`;
  return [
    `| ${name} | ${language} | ${judged.length} | ${given} | ${count(({ wronglyGiven }) => wronglyGiven.length > 0)} | ${count(({ isAnswered }) => isAnswered)} of ${judged.length} | ${count(({ leaks }) => leaks.length > 0)} |`,
  ];
}

/** Each question that did not come out as it should, with what was given wrongly and what was answered. */
export function listMisses(judged: readonly Judged[]): string {
  return judged
    .filter(
      ({ isGiven, isAnswered, wronglyGiven, leaks }) =>
        !isGiven || !isAnswered || wronglyGiven.length > 0 || leaks.length > 0,
    )
    .map(({ history, ask, answer, isGiven, wronglyGiven, leaks }) => {
      const notes = [
        ...(isGiven ? [] : ["not given"]),
        ...wronglyGiven.map((content) => `given as current: ${content}`),
        ...leaks.map((content) => `leaked: ${content}`),
      ];
      return `${history.id} (${ask.class}, day ${ask.day}) ${ask.ask}\n  ${notes.join("; ")}\n  ${answer.replaceAll("\n", " ")}`;
    })
    .join("\n");
}
