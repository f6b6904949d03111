"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { VerdictText } from "@/components/evidence/verdict-text";
import type { Claim, ClaimSource } from "@/lib/protocol/claims";

/** What is special here, in two sentences: one that its source says, one that differs from it. */
export function SampleAnswer() {
  const t = useTranslations("chat.sample");
  const passageId = useId();
  // What no other shows is seen without a click.
  const [open, setOpen] = useState<1 | 2 | null>(2);
  const sources = { 1: toSource(1, t("quote1")), 2: { ...toSource(2, t("quote2")), ...toDifference(t) } };
  return (
    <section aria-label={t("label")} className="mt-6 rounded-xl bg-sunken px-4 py-3">
      <p className="text-sm leading-5 text-quiet">{t("hint")}</p>
      <p className="pt-2">
        {([1, 2] as const).map((number) => (
          <span key={number}>
            {t(`sentence${number}`)}{" "}
            <button
              type="button"
              className="citation h-6 min-w-8 pointer-coarse:h-9 pointer-coarse:min-w-11"
              data-verdict={sources[number].verdict}
              aria-label={t("mark", { number })}
              aria-expanded={open === number}
              aria-controls={passageId}
              onClick={() => setOpen(open === number ? null : number)}
            >
              {number}
            </button>{" "}
          </span>
        ))}
      </p>
      <div id={passageId} role="status" className="text-sm leading-5">
        {open !== null && (
          <>
            <VerdictText cited={toCited(sources[open], t(`sentence${open}`))} className="pt-2" />
            <blockquote className="mt-1 border-s-2 border-strong ps-3">
              {sources[open].passage?.quote}
            </blockquote>
          </>
        )}
      </div>
    </section>
  );
}

function toSource(number: number, quote: string): ClaimSource {
  const passage = { quote, start: 0, end: quote.length };
  return { number, evidenceId: "", verdict: "quoted", problems: [], passage };
}

type Words = (key: "number2" | "source2") => string;

function toDifference(t: Words): Pick<ClaimSource, "verdict" | "problems" | "difference"> {
  const difference = { claim: t("number2"), source: t("source2") };
  return { verdict: "differs", problems: ["number"], difference };
}

function toCited(source: ClaimSource, sentence: string) {
  const claim: Claim = {
    ...{ part: 0, start: 0, end: sentence.length, marks: [0], sentence },
    ...{ verdict: source.verdict, sources: [source], decidedBy: "rules" },
  };
  return { claim, source };
}
