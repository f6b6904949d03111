import type { TextRange } from "@/lib/protocol/conversations";

/** Plain text with the marked stretches set off. */
export function MarkedText({ text, marks }: { text: string; marks: readonly TextRange[] }) {
  const parts = marks.map(([start, end], index) => ({
    start,
    before: text.slice(marks[index - 1]?.[1] ?? 0, start),
    marked: text.slice(start, end),
  }));
  return (
    <>
      {parts.map(({ start, before, marked }) => (
        <span key={start}>
          {before}
          <mark className="rounded-xs bg-mark/30 text-ink">{marked}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
