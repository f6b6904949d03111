import type { Check, Expectations, Trial } from "@/lib/protocol/laboratory";

type Answer = Pick<Trial, "outcome" | "text" | "costMicroUsd" | "tookMs" | "searches" | "sources">;

/** What code can tell of an answer. That there is one is always expected. */
export function checkExpectations(expectations: Expectations, answer: Answer): Check[] {
  const { cites, contains, isSearchFree, mostCents, mostSeconds } = expectations;
  const text = toComparable(answer.text);
  const isAnswered = answer.outcome === "completed" || answer.outcome === "limited";
  const checks: (Check | null)[] = [
    { kind: "answered", isMet: isAnswered && text.trim() !== "" },
    cites ? { kind: "cites", isMet: answer.sources.length > 0 } : null,
    contains.length > 0
      ? { kind: "contains", isMet: contains.every((words) => text.includes(toComparable(words))) }
      : null,
    isSearchFree ? { kind: "isSearchFree", isMet: answer.searches === 0 } : null,
    mostCents === null ? null : { kind: "mostCents", isMet: answer.costMicroUsd <= mostCents * 10_000 },
    mostSeconds === null ? null : { kind: "mostSeconds", isMet: answer.tookMs <= mostSeconds * 1000 },
  ];
  return checks.filter((check) => check !== null);
}

export function hasPassed({ checks }: Pick<Trial, "checks">): boolean {
  return checks.every(({ isMet }) => isMet);
}

/** Letters by their form, whatever their case, with single blanks. */
function toComparable(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}
