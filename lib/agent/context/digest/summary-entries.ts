import type { SentenceKind } from "./kind-of-sentence";
import { lineEnd } from "./sentences";

/** One line of a summary. */
export type SummaryEntry = {
  kind: SentenceKind | "topic";
  /** The number of the message; `null` for a line whose place is not known. */
  seq: number | null;
  /** The last message of a topic. */
  until: number | null;
  isAnswer: boolean;
  /** The message that tells it anew. */
  changedIn: number | null;
  /** One line. */
  text: string;
};

type Section = { kind: SummaryEntry["kind"]; title: string; names: RegExp };

const sections: Section[] = [
  {
    kind: "instruction",
    title: "Instructions of the person (of two that differ, the later counts):",
    names: /^(?:standing )?instructions?\b|^(?:长期)?(?:指令|要求)/i,
  },
  { kind: "decision", title: "Decisions:", names: /^decisions?\b|^决定/i },
  {
    kind: "fact",
    title: "Facts, with the numbers of their messages:",
    names: /^(?:key )?(?:facts?|details?)\b|^(?:事实|细节)/i,
  },
  { kind: "topic", title: "Topics:", names: /^topics?\b|^(?:话题|主题)/i },
];

export function writeSummary(entries: readonly SummaryEntry[]): string {
  return sections
    .flatMap(({ kind, title }) => {
      const own = entries
        .filter((entry) => entry.kind === kind)
        .toSorted((a, b) => (a.seq ?? -1) - (b.seq ?? -1));
      return own.length === 0 ? [] : [title, ...own.map(writeEntry)];
    })
    .join("\n");
}

export function getTitle(kind: SummaryEntry["kind"]): string {
  return sections.find((section) => section.kind === kind)?.title ?? "";
}

export function writeEntry({ seq, until, isAnswer, changedIn, text }: SummaryEntry): string {
  if (seq === null) return `- ${text}`;
  const notes = [
    ...(isAnswer ? ["answer"] : []),
    ...(changedIn === null ? [] : [`changed in #${changedIn}`]),
  ];
  const place = until === null ? `#${seq}` : `#${seq}–#${until}`;
  return `- ${place}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}: ${text}`;
}

const numbered = /^#(\d{1,9})(?:\s?[–-]\s?#?(\d{1,9}))?\s*(?:\(([^)]{0,60})\))?\s*[:：]\s*(.*)$/u;

/** Reads what `writeSummary` wrote, and what a model wrote in its manner; a line under no title is a fact. */
export function parseSummary(text: string): SummaryEntry[] {
  let kind: SummaryEntry["kind"] = "fact";
  return text.split(lineEnd).flatMap((line): SummaryEntry[] => {
    const bare = line.replace(/^[\s>#*_-]+(?=[^\s>#*_\d-])|[*_]+(?=\s*[:：]?\s*$)/gu, "");
    const section =
      /^\s*[-•]\s/.test(line) || !/[:：]\s*\**\s*$/u.test(line)
        ? undefined
        : sections.find(({ names }) => names.test(bare));
    if (section !== undefined) {
      kind = section.kind;
      return [];
    }
    const body = line.replace(/^\s*[-*•]\s+/, "").trim();
    return body === "" ? [] : [toEntry(kind, body)];
  });
}

function toEntry(kind: SummaryEntry["kind"], body: string): SummaryEntry {
  const [, seq, until, notes = "", text = ""] = numbered.exec(body) ?? [];
  if (seq === undefined || text === "")
    return { kind, seq: null, until: null, isAnswer: false, changedIn: null, text: body };
  const changed = /changed in #(\d{1,9})/.exec(notes)?.[1];
  return {
    kind,
    seq: Number(seq),
    until: until === undefined ? null : Number(until),
    isAnswer: /\banswer\b/.test(notes),
    changedIn: changed === undefined ? null : Number(changed),
    text,
  };
}
