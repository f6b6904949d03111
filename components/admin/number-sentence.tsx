import type { ReactNode } from "react";

const mark = "\uE000";

/** A sentence with its number as a control, where there is one. `words` takes any text as the number. */
export function NumberSentence({
  words,
  children,
}: {
  words: (number: string) => string;
  children: ReactNode;
}) {
  const [before, after] = words(mark).split(mark);
  return (
    <>
      {before}
      {after !== undefined && children}
      {after}
    </>
  );
}
