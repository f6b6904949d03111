"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Markdown } from "@/components/markdown/markdown";
import { SourcesContext } from "@/components/markdown/sources-context";
import { useDateText } from "@/components/evidence/use-date-text";
import type { Snapshot, SnapshotTurn } from "@/lib/protocol/snapshots";

/** A conversation that somebody shared, as it was then; nothing of it can be changed or asked here. */
export function SharedConversation({ snapshot }: { snapshot: Snapshot }) {
  const t = useTranslations("chat.shared");
  const toDateText = useDateText();
  const date = toDateText(new Date(snapshot.takenAt).toISOString(), "date") ?? "";
  return (
    <main className="mx-auto w-full max-w-measure px-4 py-8 sm:px-6">
      <header className="mb-6 border-b border-hairline pb-4">
        <h1 dir="auto" className="text-xl leading-7 font-semibold wrap-anywhere">
          {snapshot.title}
        </h1>
        <p className="mt-1 text-sm text-quiet">{t("about", { date })}</p>
      </header>
      {snapshot.turns.map((turn, index) =>
        turn.role === "user" ? <Question key={index} text={turn.text} /> : <Answer key={index} turn={turn} />,
      )}
    </main>
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

function Answer({ turn: { text, sources } }: { turn: SnapshotTurn }) {
  const t = useTranslations("chat");
  const byNumber = useMemo(() => new Map(sources.map((source) => [source.number, source])), [sources]);
  return (
    <article aria-label={t("answered")} className="mb-9 flex flex-col gap-4">
      <SourcesContext value={byNumber}>
        <Markdown text={text} isStreaming={false} />
      </SourcesContext>
      {sources.length > 0 && (
        <ol className="flex flex-col gap-1 border-t border-hairline pt-3 text-sm leading-5">
          {sources.map(({ number, url, title, site }) => (
            <li key={number} className="wrap-anywhere">
              <span className="text-accent">[{number}]</span>{" "}
              <a
                href={url}
                rel="noreferrer nofollow"
                target="_blank"
                className="underline underline-offset-3"
              >
                {title}
              </a>{" "}
              <span className="text-quiet">{site}</span>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
