import type { Check, Expectations, Trial } from "@/lib/features/laboratory/shape/laboratory";

/** `calls`: the tools that were called, also those whose calls failed. */
type TrialAnswer = Pick<Trial, "outcome" | "text" | "costMicroUsd" | "tookMs" | "searches" | "sources"> & {
  calls: readonly string[];
};

/** What code can tell of an answer. That there is one is always expected. */
export function checkExpectations(expectations: Expectations, answer: TrialAnswer): Check[] {
  const { cites, contains, isSearchFree, mustCall, mustNotCall, mostCents, mostSeconds } = expectations;
  const text = toComparable(answer.text);
  const isAnswered = answer.outcome === "completed" || answer.outcome === "limited";
  const checks: (Check | null)[] = [
    { kind: "answered", isMet: isAnswered && text.trim() !== "" },
    cites ? { kind: "cites", isMet: answer.sources.length > 0 } : null,
    contains.length > 0
      ? { kind: "contains", isMet: contains.every((words) => text.includes(toComparable(words))) }
      : null,
    isSearchFree ? { kind: "isSearchFree", isMet: answer.searches === 0 } : null,
    mustCall.length > 0
      ? { kind: "mustCall", isMet: mustCall.every((tool) => answer.calls.includes(tool)) }
      : null,
    mustNotCall.length > 0
      ? { kind: "mustNotCall", isMet: !mustNotCall.some((tool) => answer.calls.includes(tool)) }
      : null,
    mostCents === null ? null : { kind: "mostCents", isMet: answer.costMicroUsd <= mostCents * 10_000 },
    mostSeconds === null ? null : { kind: "mostSeconds", isMet: answer.tookMs <= mostSeconds * 1000 },
  ];
  return checks.filter((check) => check !== null);
}

/** Whether the right tools were called; `null` where nothing is expected of that. */
export function hasChosenWell({ checks }: Pick<Trial, "checks">): boolean | null {
  const choices = checks.filter(({ kind }) => kind === "mustCall" || kind === "mustNotCall");
  return choices.length === 0 ? null : choices.every(({ isMet }) => isMet);
}

export function hasPassed({ checks }: Pick<Trial, "checks">): boolean {
  return checks.every(({ isMet }) => isMet);
}

/** Letters by their form, whatever their case, with single blanks. */
function toComparable(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}
