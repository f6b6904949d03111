"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDateText } from "@/components/evidence/use-date-text";
import { SafeImage } from "@/components/markdown/safe-image";
import { WebLink } from "@/components/markdown/web-link";
import { findDynamicResult } from "@/lib/client/message/dynamic-result";
import type { ToolStepPart } from "@/lib/client/message/approvals";
import type { FetchedSource } from "@/lib/features/web/tools/web-fetch/schema";
import { toFieldName } from "./field-name";

/** What a tool was given and what it gave back. The raw data is kept with the run. */
export function ToolDetails({ part }: { part: ToolStepPart }) {
  const t = useTranslations("chat.step");
  const output = readOutput(part);
  return (
    <div className="flex flex-col gap-3">
      <Section title={t("input")}>
        <Values value={part.input ?? {}} />
      </Section>
      {output !== null && (
        <Section title={t("output")}>
          <Values value={output} />
          {listPictures(part).map((url) => (
            <SafeImage key={url} src={url} alt={t("picture")} />
          ))}
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-xs font-semibold">{title}</h3>
      {children}
    </section>
  );
}

type ValuesProps = { value: unknown; show?: (text: string) => ReactNode };

/** Any value as nested names and values; addresses become links, and texts what `show` makes of them. */
export function Values({ value, show = String }: ValuesProps): ReactNode {
  const t = useTranslations("chat.step");
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return show(value.map(String).join(", "));
    return (
      <ol className="flex list-decimal flex-col gap-2 ps-5">
        {value.map((entry, index) => (
          <li key={index} value={isFoundPage(entry) ? entry.number : undefined}>
            <Values value={entry} show={show} />
          </li>
        ))}
      </ol>
    );
  }
  if (isFoundPage(value)) return <FoundPage page={value} />;
  if (typeof value === "object" && value !== null) {
    return (
      <dl className="flex flex-col gap-0.5">
        {Object.entries(value)
          .filter(([name, entry]) => !isEmpty(entry) && !internalFields.has(name))
          .map(([name, entry]) => (
            <div key={name} className={isPlain(entry) ? "flex gap-2" : undefined}>
              <dt className="shrink-0">{toFieldName(name, t)}</dt>
              <dd className={isPlain(entry) ? "min-w-0 text-ink" : "ps-3 text-ink"}>
                <Values value={entry} show={show} />
              </dd>
            </div>
          ))}
      </dl>
    );
  }
  const text = String(value ?? "–");
  if (!/^https?:\/\//.test(text))
    return <span className="wrap-anywhere whitespace-pre-wrap">{show(text)}</span>;
  return <FoundLink url={text} text={text} />;
}

/** Ids, and engines that another one stood in for: the run has them. */
const internalFields = new Set([
  "served",
  "failed",
  "notes",
  "id",
  "evidenceId",
  "resultId",
  "iso",
  "truncated",
  "mediaType",
]);

type PageFacts = Pick<FetchedSource, "url" | "title" | "route" | "retrievedAt"> & {
  number?: number;
  snippet?: string;
  passages?: { text: string }[];
};

function isFoundPage(value: unknown): value is PageFacts {
  return (
    typeof value === "object" &&
    value !== null &&
    "url" in value &&
    "title" in value &&
    typeof value.url === "string"
  );
}

/** A result or a page that was read, as a person would list it. */
function FoundPage({ page: { url, title, snippet, passages, route, retrievedAt } }: { page: PageFacts }) {
  const t = useTranslations("evidence");
  const retrieved = useDateText()(retrievedAt, "moment");
  const facts = [
    route && t(`route.${route}`),
    retrieved && t("sources.retrieved", { date: retrieved }),
  ].filter(Boolean);
  const texts = snippet === undefined ? (passages ?? []).map(({ text }) => text) : [snippet];
  return (
    <>
      <FoundLink url={url} text={title} />
      {facts.length > 0 && <p className="text-xs text-quiet">{facts.join(" · ")}</p>}
      {texts.map((text, index) => (
        <p key={index} className="line-clamp-4 wrap-anywhere text-quiet">
          {text}
        </p>
      ))}
    </>
  );
}

function FoundLink({ url, text }: { url: string; text: string }) {
  return (
    <WebLink
      href={url}
      className="wrap-anywhere text-accent underline underline-offset-2 pointer-coarse:inline-block pointer-coarse:py-2"
    >
      {text}
    </WebLink>
  );
}

/** What came; that a call failed its step says, and what the model reads of it stays in the raw data. */
function readOutput(part: ToolStepPart): unknown {
  if (part.state !== "output-available") return null;
  const output = part.type === "dynamic-tool" ? findDynamicResult(part) : part.output;
  if (output === null) return part.output;
  if (!output.ok) return null;
  return part.type !== "dynamic-tool" && "data" in output ? output.data : output.text;
}

/** What the tool of another server gave besides its words, as we keep it. */
function listPictures(part: ToolStepPart): string[] {
  const output = part.type === "dynamic-tool" ? findDynamicResult(part) : null;
  if (output?.ok !== true || !("data" in output)) return [];
  const { pictures = [] } = output.data as { pictures?: { url: string }[] };
  return pictures.map(({ url }) => url);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
