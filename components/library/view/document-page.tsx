"use client";

import { LinkButton } from "@/components/ui/button";
import { Download } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useFileWords } from "@/components/documents/use-file-words";
import { useReason } from "@/components/ui/use-reason";
import { Segments } from "@/components/ui/segments";
import {
  findPage,
  readDocumentPlace,
  toCollectionPath,
  type DocumentPlace,
} from "@/lib/client/document-address";
import { Page, PageSkeleton } from "@/components/ui/page";
import { createDocumentsApi, toOriginalPath } from "@/components/documents/documents";
import type { DocumentTextReply, DocumentView } from "@/lib/features/documents/shape/documents";
import { sentFilesId } from "@/lib/features/documents/shape/own-collections";
import { Failure } from "@/components/ui/resource-list";
import { alone, useResource } from "@/lib/client/resource";
import { DocumentText } from "./document-text";

const PdfPages = dynamic(() => import("./pdf-pages").then((module) => module.PdfPages), { ssr: false });

const api = createDocumentsApi();
const pollMs = 2_500;

/** A document: its text as it was read, at the passage that the address names, and a PDF as it looks. */
export function DocumentPage({ documentId, query }: { documentId: string; query: string }) {
  const t = useTranslations("library");
  const explain = useReason();
  const load = useCallback(
    (_: string | null, signal: AbortSignal) => api.getText(documentId, signal),
    [documentId],
  );
  const { reply: value, reason: failure, reload } = useResource({ ...alone, load, whenSeen: true });
  useReload(value !== null && isUnread(value.document), () => void reload());
  if (value === null && failure === null) return <PageSkeleton />;
  if (value === null) {
    const isGone = failure?.status === 404;
    const reason = failure === null ? "" : explain(failure);
    return (
      <Page title={t("title")} back={{ href: "/library", name: t("title") }}>
        <Failure
          text={isGone ? t("view.gone") : t("view.failed", { reason })}
          onRetry={() => void reload()}
        />
      </Page>
    );
  }
  return (
    <DocumentFrame document={value.document}>
      <RecognitionNotice document={value.document} />
      <Body reply={value} place={readDocumentPlace(new URLSearchParams(query))} />
    </DocumentFrame>
  );
}

function isUnread({ status }: DocumentView): boolean {
  return status === "waiting" || status === "reading";
}

/** A document that is being read is asked for again until it is. */
function useReload(isNeeded: boolean, reload: () => void): void {
  const again = useEffectEvent(reload);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => again(), pollMs);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

function DocumentFrame({ document, children }: { document: DocumentView; children: ReactNode }) {
  const t = useTranslations("library");
  const { toFacts } = useFileWords();
  const { id, title, name, author, collectionId } = document;
  const facts = [title === name ? "" : name, author ?? "", toFacts(document)];
  return (
    <Page
      title={title}
      help={facts.filter((fact) => fact !== "").join(" · ")}
      back={{
        href: toCollectionPath(collectionId ?? sentFilesId),
        name: t(collectionId === null ? "sent.title" : "title"),
      }}
      actions={
        <LinkButton href={toOriginalPath(id)} download={name}>
          <Download size={16} aria-hidden />
          {t("view.download")}
        </LinkButton>
      }
    >
      {children}
    </Page>
  );
}

/** What was read from pictures may be wrong, and more so in languages that the recognition doesn't know. */
function RecognitionNotice({ document: { recognized } }: { document: DocumentView }) {
  const t = useTranslations("library.view");
  const names = new Intl.DisplayNames(useLocale(), { type: "language" });
  const format = useFormatter();
  if (recognized === undefined) return null;
  const languages = format.list(
    recognized.languages.map((code) => names.of(code.split("_")[0] ?? "") ?? code),
  );
  return (
    <p className="mt-3 text-sm leading-5 text-quiet">
      {t("recognized", { languages })}
      {recognized.unsure.length > 0 && ` ${t("unsure")}`}
    </p>
  );
}

type BodyProps = { reply: DocumentTextReply; place: DocumentPlace };

/** A PDF that is opened at a passage shows the passage's page. */
function Body({ reply, place }: BodyProps) {
  const t = useTranslations("library.view");
  const { toReason } = useFileWords();
  const { document, text, pages } = reply;
  const page = place.page ?? (place.passage && findPage(pages, place.passage.start));
  const isPdf = document.kind === "pdf";
  const [view, setView] = useState<View>(isPdf && page !== null ? "original" : "text");
  if (isUnread(document)) {
    return (
      <p role="status" className="pt-8 text-quiet">
        {t("unread")}
      </p>
    );
  }
  if (document.status === "failed" && text === "" && !isPdf) {
    return (
      <p className="mt-6 rounded-lg bg-bad-tint px-3 py-2 text-sm leading-5 text-bad">
        {toReason({ problem: document.error ?? "internal", failure: null })}
      </p>
    );
  }
  return (
    <>
      {isPdf && <ViewSwitch view={view} onChange={setView} />}
      {view === "original" ? (
        <PdfPages
          documentId={document.id}
          firstPage={page ?? 1}
          words={place.passage === null ? null : text.slice(place.passage.start, place.passage.end)}
        />
      ) : (
        <DocumentText {...{ text, pages, page }} title={document.title} passage={place.passage} />
      )}
    </>
  );
}

const views = ["text", "original"] as const;
type View = (typeof views)[number];

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations("library.view");
  return (
    <div className="mt-5">
      <Segments
        label={t("views")}
        value={view}
        options={views.map((value) => ({ value, name: t(value) }))}
        onChoose={onChange}
      />
    </div>
  );
}
