"use client";

import { useTranslations } from "next-intl";
import { useCallback, useContext, useEffect, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { findCitedClaim, findFirstClaim, type CitedClaim } from "@/lib/client/message/claims";
import { collectSources, type Source } from "@/lib/client/message/sources";
import { toLiveAddress } from "./text-fragment";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClaimsData } from "@/lib/features/evidence/shape/claims";
import { AskContext, type EvidenceView } from "@/components/markdown/evidence-context";
import { EvidenceHead, LiveLink } from "./evidence-head";
import { KeptText } from "./kept-text";
import { findDifference, VerdictText } from "./verdict-text";
import { toPlainPassage } from "@/lib/client/plain-passage";
import type { EvidenceReply } from "@/lib/features/evidence/shape/evidence";
import { readEvidence } from "@/lib/features/evidence/api";
import { call } from "@/lib/client/request";

type EvidenceTextProps = {
  conversationId: string;
  messages: ChatMessage[];
  claims: ClaimsData | null;
  view: Extract<EvidenceView, { kind: "text" }>;
};

/** One source: what it is, what it is cited for, and its text as it was read, at the passage. */
export function EvidenceText({
  conversationId,
  messages,
  claims,
  view: { number, markKey },
}: EvidenceTextProps) {
  const source = collectSources(messages).get(number);
  const cited =
    markKey === undefined ? findFirstClaim(claims, number) : findCitedClaim(claims, markKey, number);
  const state = useEvidence(conversationId, cited?.source.evidenceId ?? source?.evidenceId);
  return (
    <div className="flex min-h-0 flex-1 flex-col short:overflow-y-auto" aria-busy={state.kind === "loading"}>
      <Body source={source} cited={cited} state={state} />
    </div>
  );
}

type BodyProps = { source: Source | undefined; cited: CitedClaim | null; state: EvidenceState };

function Body({ source, cited, state }: BodyProps): ReactNode {
  const t = useTranslations("evidence");
  const citedFor = cited && <CitedFor cited={cited} />;
  switch (state.kind) {
    case "loading":
      return (
        <p role="status" className="px-4 py-3 text-sm text-quiet">
          {t("panel.loading")}
        </p>
      );
    case "failed":
      return (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm text-bad"
        >
          <p>{t("panel.failed")}</p>
          <Button onClick={state.retry}>{t("panel.again")}</Button>
        </div>
      );
    case "absent":
      return (
        <div className="flex flex-col gap-3 overflow-y-auto px-4 py-3 text-sm">
          {citedFor}
          {source?.publishedAt && <EvidenceHead about={{ publishedAt: source.publishedAt }} />}
          <p className="text-partly">{t("text.notRead")}</p>
          {source?.snippet && (
            <blockquote
              aria-label={t("text.snippet")}
              dir="auto"
              className="border-s-2 border-hairline ps-3 text-quiet"
            >
              {source.snippet}
            </blockquote>
          )}
          {source && <LiveLink live={toLiveAddress({ url: source.url, text: "" }, null)} />}
        </div>
      );
    case "kept":
      return (
        <KeptText
          evidence={state.evidence}
          place={source?.place}
          passage={cited?.source.passage ?? null}
          citedFor={citedFor}
        />
      );
  }
}

/** The sentence of the answer beside what the source says, and the way to have it corrected. */
function CitedFor({ cited }: { cited: CitedClaim }) {
  const t = useTranslations("evidence");
  const ask = useContext(AskContext);
  const { claim, source } = cited;
  const { difference, verdict } = source;
  const quote = difference && toPlainPassage(source.passage?.quote ?? difference.source);
  const isDoubtful = verdict === "partly" || verdict === "differs" || verdict === "not_found";
  const question =
    quote === undefined
      ? t("correct.other", { sentence: claim.sentence })
      : t("correct.differs", { sentence: claim.sentence, quote });
  return (
    <>
      <div className="rounded-xl bg-sunken px-3 py-2.5 text-sm leading-5">
        {difference === undefined || quote === undefined ? (
          <>
            <VerdictText source={cited.source} className="font-semibold" />
            <p dir="auto" className="mt-1 wrap-anywhere">
              {claim.sentence}
            </p>
          </>
        ) : (
          <>
            <p className="flex items-baseline gap-1.5 font-semibold text-bad">
              <span aria-hidden className="verdict-sign" data-verdict={verdict} />
              {t(`differs.${findDifference(source)}`)}
            </p>
            <dl className="mt-1.5 grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 wrap-anywhere [&>dt]:text-small [&>dt]:text-quiet">
              <dt>{t("differs.answer")}</dt>
              <dd dir="auto">
                <Bold text={claim.sentence} part={difference.claim} className="text-bad" />
              </dd>
              <dt>{t("differs.source")}</dt>
              <dd dir="auto">
                <Bold text={quote} part={difference.source} />
              </dd>
            </dl>
          </>
        )}
      </div>
      {ask !== null && isDoubtful && (
        <button
          type="button"
          onClick={() => ask(question)}
          className="w-fit rounded-sm text-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
        >
          {t("correct.action")}
        </button>
      )}
    </>
  );
}

/** The text with its last part that reads so in bold. */
function Bold({ text, part, className }: { text: string; part: string; className?: string }) {
  const at = text.lastIndexOf(part);
  if (at === -1) return `${text} (${part})`;
  return (
    <>
      {text.slice(0, at)}
      <b className={className}>{part}</b>
      {text.slice(at + part.length)}
    </>
  );
}

/** `absent`: nothing was kept under that id, because the page was found but not read. */
type EvidenceState =
  | { kind: "loading" }
  | { kind: "absent" }
  | { kind: "failed"; retry: () => void }
  | { kind: "kept"; evidence: EvidenceReply };

/** A kept text for a component that shows it; its id stays the same for as long as it is mounted. */
function useEvidence(conversationId: string, evidenceId: string | undefined): EvidenceState {
  const [state, setState] = useState<EvidenceState>(
    evidenceId === undefined ? { kind: "absent" } : { kind: "loading" },
  );
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setState({ kind: "loading" });
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    if (evidenceId === undefined) return;
    const left = new AbortController();
    void call(readEvidence, {
      ...{ params: { id: conversationId, evidenceId }, signal: left.signal },
    }).then((answer) => {
      if (left.signal.aborted) return;
      if (answer.ok) setState({ kind: "kept", evidence: answer.value });
      else setState(answer.status === 404 ? { kind: "absent" } : { kind: "failed", retry });
    });
    return () => left.abort();
  }, [conversationId, evidenceId, attempt, retry]);
  return state;
}
