"use client";

import { Hand, Hourglass } from "lucide-react";
import { useTranslations, useFormatter } from "next-intl";
import { useEffect, useId, useRef, useState, type Ref } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import type { ApprovalReply } from "@/lib/client/conversation/api";
import { listEditFields, readInput } from "@/lib/client/message/approval-input";
import type { Approval } from "@/lib/client/message/approvals";
import type { ApprovalAnswer, ApprovalPage } from "@/lib/protocol/approvals";
import { wordSources, type TracedWords } from "@/lib/protocol/traced-words";
import { toClockText, useTimeLeft } from "@/components/chat/trail/use-time-left";
import { ApprovalForm } from "./approval-form";
import { ApprovalWhat, Word } from "./approval-what";
import { useApprovalQuestion } from "./use-approval-question";
import { WebLink } from "@/components/markdown/web-link";
import { toSite } from "@/lib/client/message/sources";

type ApprovalQuestionProps = {
  approval: Approval;
  /** How the server took the last answer. */
  reply: ApprovalReply | null;
  isBusy: boolean;
  onAnswer: (answer: ApprovalAnswer) => void;
};

/** What a step would do, why it waits and for how long, and the ways to answer. */
export function ApprovalQuestion({ approval, reply, isBusy, onAnswer }: ApprovalQuestionProps) {
  const t = useTranslations("consent.clock");
  const id = useId();
  const [isEdited, setEdited] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const toQuestion = useApprovalQuestion();
  const input = readInput(approval.part);
  const isClosed = reply?.kind === "decided" || reply?.kind === "gone";
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-xl border border-mark bg-raised p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="flex items-start gap-2 font-semibold">
          <Hand size={17} aria-hidden className="mt-1 shrink-0 text-mark" />
          {toQuestion(approval)}
        </h3>
        {!isClosed && <ApprovalClock approval={approval} />}
      </div>
      {!isEdited && <ApprovalWhat approval={approval} />}
      <ApprovalWhy approval={approval} />
      {reply !== null && <Problem reply={reply} />}
      {isEdited && !isClosed ? (
        <ApprovalForm
          input={input}
          tool={approval.tool}
          problems={reply?.kind === "invalid" ? reply.fields : {}}
          isBusy={isBusy}
          onSave={(changed) => onAnswer({ decision: "edit", input: changed })}
          onCancel={() => {
            flushSync(() => setEdited(false));
            edit.current?.focus();
          }}
        />
      ) : (
        <Answers
          ref={edit}
          isClosed={isClosed}
          canEdit={listEditFields(input).length > 0}
          tool={approval.tool}
          onAnswer={onAnswer}
          onEdit={() => setEdited(true)}
        />
      )}
      {!isClosed && <p className="text-small text-quiet">{t("silence", { tool: approval.tool })}</p>}
    </section>
  );
}

type AnswersProps = Pick<ApprovalQuestionProps, "onAnswer"> & {
  isClosed: boolean;
  tool: string;
  canEdit: boolean;
  onEdit: () => void;
  ref: Ref<HTMLButtonElement>;
};

function Answers({ isClosed, canEdit, tool, onAnswer, onEdit, ref }: AnswersProps) {
  const t = useTranslations("consent.answer");
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="primary" disabled={isClosed} onClick={() => onAnswer({ decision: "approve" })}>
        {t("approve", { tool })}
      </Button>
      {canEdit && (
        <Button ref={ref} disabled={isClosed} onClick={onEdit}>
          {t("edit", { tool })}
        </Button>
      )}
      <Button tone="quiet" disabled={isClosed} onClick={() => onAnswer({ decision: "deny" })}>
        {t("deny", { tool })}
      </Button>
    </div>
  );
}

function Problem({ reply }: { reply: ApprovalReply }) {
  const t = useTranslations("consent.problem");
  const box = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone with what it said.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  if (reply.kind === "taken") return null;
  const detail = reply.kind === "invalid" || reply.kind === "failed" ? (reply.detail ?? "") : "";
  return (
    <p ref={box} tabIndex={-1} role="alert" className="rounded-lg text-sm text-bad">
      {t(reply.kind)} {detail}
    </p>
  );
}

/** How long a call still waits: counted for the eye, said once as a time of day for the ear. */
function ApprovalClock({ approval }: { approval: Pick<Approval, "askedAt" | "dueAt"> }) {
  const t = useTranslations("consent.clock");
  const format = useFormatter();
  const left = useTimeLeft(approval);
  const time = format.dateTime(new Date(approval.dueAt), { timeStyle: "short" });
  return (
    <p className="flex shrink-0 items-center gap-1.5 text-xs leading-5 text-quiet">
      <span aria-hidden className="inline-flex items-center gap-1.5" title={t("left")}>
        <Hourglass size={13} />
        {left === 0 ? t("over") : left === null ? "" : toClockText(left)}
      </span>
      <span className="sr-only">{t("until", { time })}</span>
    </p>
  );
}

const shownAtFirst = 2;

/** Why a call waits, and which pages were read before it was asked for. */
function ApprovalWhy({
  approval: { reason, details, words = [], pages },
}: {
  approval: Pick<Approval, "reason" | "details" | "words" | "pages">;
}) {
  const t = useTranslations("consent.why");
  const format = useFormatter();
  const quoted = format.list(details.map((word) => `“${word}”`));
  const isSearch = reason === "query";
  const why = isSearch
    ? t("query", { words: quoted })
    : reason === "address"
      ? t("address", { addresses: quoted })
      : t(reason);
  const more = pages.slice(shownAtFirst);
  return (
    <div className="flex flex-col gap-1.5 text-sm leading-5 text-quiet">
      {!(isSearch && words.length > 0) && <p className="wrap-anywhere">{why}</p>}
      <WordList words={words} isSearch={isSearch} />
      {pages.length > 0 && (
        <div className="flex flex-col gap-1">
          <h4 className="text-xs font-semibold">{t("pages")}</h4>
          <Pages pages={pages.slice(0, shownAtFirst)} />
          {more.length > 0 && (
            <details>
              <summary className="w-fit rounded-lg text-xs hover:text-ink pointer-coarse:py-3">
                {t("morePages", { count: more.length })}
              </summary>
              <Pages pages={more} />
            </details>
          )}
        </div>
      )}
    </div>
  );
}

/** Where each word comes from that the person did not write, the most private first. */
function WordList({ words, isSearch }: { words: TracedWords[]; isSearch: boolean }) {
  const t = useTranslations("consent.words");
  const places = Map.groupBy(
    words.toSorted((one, other) => wordSources.indexOf(one.source) - wordSources.indexOf(other.source)),
    ({ source, name = "" }) => `${source} ${name}`,
  );
  if (places.size === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5">
      {[...places].map(([place, [first, ...more]]) => {
        if (first === undefined) return null;
        const { source, name = "" } = first;
        const texts = [...new Set([first, ...more].map(({ text }) => text))];
        return (
          <li key={place} className="wrap-anywhere">
            {texts.map((text) => (
              <span key={text}>
                <Word text={text} isSaved={source === "memory"} />{" "}
              </span>
            ))}
            {t(source, { name, isSearch: String(isSearch) })}
          </li>
        );
      })}
    </ul>
  );
}

function Pages({ pages }: { pages: ApprovalPage[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {pages.map(({ title, url, number }) => (
        <li key={url} className="flex min-w-0 items-baseline gap-2">
          {number !== undefined && (
            <span className="shrink-0 rounded-md bg-tint px-1 text-xs font-semibold text-accent">
              {number}
            </span>
          )}
          <span className="min-w-0 wrap-anywhere">
            <WebLink
              href={url}
              className="text-accent underline underline-offset-2 pointer-coarse:inline-block pointer-coarse:py-2"
            >
              {title}
            </WebLink>
            {!["", title].includes(toSite(url)) && ` · ${toSite(url)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
