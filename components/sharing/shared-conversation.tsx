"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AnswerContext, type CitedAnswer } from "@/components/markdown/evidence-context";
import { Markdown } from "@/components/markdown/markdown";
import { SourcesContext } from "@/components/markdown/sources-context";
import { Logo } from "@/components/ui/logo";
import { Legend, SealSentence } from "@/components/evidence/seal-legend";
import { useDateText } from "@/components/evidence/use-date-text";
import { listMarks } from "@/lib/features/evidence/shape/citation-marks";
import type { Snapshot, SnapshotTurn } from "@/lib/features/sharing/shape";

type SharedProps = { snapshot: Snapshot; page: number; pages: number };

/** A page of a conversation that somebody shared, as it was then; nothing can be changed or asked here. */
export function SharedConversation({ snapshot, page, pages }: SharedProps) {
  const t = useTranslations();
  const toDateText = useDateText();
  const date = toDateText(new Date(snapshot.takenAt).toISOString(), "date") ?? "";
  return (
    <main className="mx-auto w-full max-w-measure px-4 py-8 sm:px-6">
      <header className="mb-6 border-b border-hairline pb-4">
        <Link href="/" prefetch={false} className="mb-4 flex w-fit items-center gap-2 font-semibold">
          <Logo />
          {t("common.appName")}
        </Link>
        <h1 dir="auto" className="text-xl leading-7 font-semibold wrap-anywhere">
          {snapshot.title}
        </h1>
        <p className="mt-1 text-sm text-quiet">{t("chat.shared.about", { date })}</p>
      </header>
      <Turns turns={snapshot.turns} />
      {pages > 1 && <Pages page={page} pages={pages} />}
    </main>
  );
}

export function Turns({ turns }: Pick<Snapshot, "turns">) {
  return turns.map((turn, index) =>
    turn.role === "user" ? <Question key={index} text={turn.text} /> : <Answer key={index} turn={turn} />,
  );
}

function Pages({ page, pages }: { page: number; pages: number }) {
  const t = useTranslations("chat.shared");
  return (
    <nav className="flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-4 text-sm">
      {page > 1 && (
        <a href={`?page=${page - 1}`} rel="prev">
          {t("previous")}
        </a>
      )}
      <span className="text-quiet">{t("page", { page, pages })}</span>
      {page < pages && (
        <a href={`?page=${page + 1}`} rel="next">
          {t("next")}
        </a>
      )}
    </nav>
  );
}

function Question({ text }: { text: string }) {
  const t = useTranslations("chat");
  return (
    <article aria-label={t("you")} className="mb-5 w-fit max-w-full rounded-xl bg-sunken px-4 py-2.5">
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </article>
  );
}

function Answer({ turn: { text, sources, marks, hasWithheld } }: { turn: SnapshotTurn }) {
  const t = useTranslations("chat");
  const byNumber = useMemo(() => new Map(sources.map((source) => [source.number, source])), [sources]);
  const cited = useMemo(() => toCitedAnswer(marks), [marks]);
  const markKeys = useMemo(() => marks?.map((_mark, index) => `0.${index}` as const) ?? null, [marks]);
  const isWithheld =
    hasWithheld ?? listMarks(text).some(({ numbers }) => numbers.some((number) => !byNumber.has(number)));
  return (
    <article aria-label={t("answered")} className="mb-9 flex flex-col gap-4">
      <SealSentence marks={marks ?? []} />
      <SourcesContext value={byNumber}>
        <AnswerContext value={cited}>
          <Markdown text={text} isStreaming={false} markKeys={markKeys} />
        </AnswerContext>
      </SourcesContext>
      <Legend marks={marks ?? []} />
      {isWithheld && <p className="text-sm leading-5 text-quiet">{t("shared.withheld")}</p>}
      {sources.length > 0 && <Sources sources={sources} />}
    </article>
  );
}

/** The numbers in the text are those that are shown already. */
function toCitedAnswer(marks: SnapshotTurn["marks"]): CitedAnswer {
  return {
    messageId: "",
    shown: new Map(),
    findVerdict: (markKey, number) => marks?.[Number(markKey?.split(".")[1])]?.[number],
  };
}

function Sources({ sources }: Pick<SnapshotTurn, "sources">) {
  return (
    <ol className="flex flex-col gap-1 border-t border-hairline pt-3 text-sm leading-5">
      {sources.map(({ number, url, title, site }) => (
        <li key={number} className="wrap-anywhere">
          <span className="text-accent">[{number}]</span>{" "}
          <a href={url} rel="noreferrer nofollow" target="_blank" className="underline underline-offset-3">
            {title}
          </a>{" "}
          <span className="text-quiet">{site}</span>
          <span className="hidden text-quiet print:block">{url}</span>
        </li>
      ))}
    </ol>
  );
}
