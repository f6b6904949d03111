"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useSourcePlace } from "@/components/markdown/use-source-place";
import { Segments } from "@/components/ui/segments";
import { scrollable } from "@/components/ui/scrollable";
import { findFirstClaim, type SignedMark } from "@/lib/client/message/claims";
import { chooseShownSources, collectSources, type Source } from "@/lib/client/message/sources";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClaimsData } from "@/lib/features/evidence/shape/claims";
import type { EvidenceView } from "@/components/markdown/evidence-context";
import { SmallScale } from "./scale";
import { SourceTile } from "./source-tile";
import { useDateText } from "./use-date-text";
import { readTurn } from "@/lib/client/message/read-turn";
import { listShownNumbers } from "./shown-numbers";

type SourceListProps = {
  messages: ChatMessage[];
  message: ChatMessage;
  claims: ClaimsData | null;
  marks: readonly SignedMark[];
  onShow: (view: EvidenceView) => void;
};

const scopes = ["ofAnswer", "ofConversation"] as const;

/** Everything that an answer cites, or the whole conversation. */
export function SourceList({ messages, message, claims, marks, onShow }: SourceListProps) {
  const t = useTranslations("evidence.sources");
  const [scope, setScope] = useState<(typeof scopes)[number]>("ofAnswer");
  const sources = useMemo(
    () => (scope === "ofAnswer" ? listAnswerSources(message, messages) : listConversationSources(messages)),
    [scope, message, messages],
  );
  const shown = useMemo(() => listShownNumbers(message, messages), [message, messages]);
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-3 -outline-offset-2"
      {...scrollable}
    >
      <div className="mx-1 mb-3">
        <Segments
          label={t("which")}
          value={scope}
          options={scopes.map((value) => ({ value, name: t(value) }))}
          onChoose={setScope}
        />
      </div>
      {sources.length === 0 && <p className="px-1 text-sm text-quiet">{t("none")}</p>}
      <ol className="flex flex-col gap-1">
        {sources.map((source) => (
          <li key={source.number}>
            <SourceRow
              source={source}
              shown={scope === "ofAnswer" ? shown.get(source.number) : undefined}
              claims={claims}
              marks={marks.filter(({ number }) => number === source.number)}
              onShow={() => onShow({ kind: "text", messageId: message.id, number: source.number })}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Nothing is said of a page whose reading may stand in older messages that were not loaded. */
function isOnlyFound({ number, snippet, isRead }: Source, claims: ClaimsData | null): boolean {
  return (
    isRead !== true &&
    snippet !== undefined &&
    (findFirstClaim(claims, number)?.source.passage ?? null) === null
  );
}

/** `shown`: its number in the answer. */
type SourceRowProps = {
  source: Source;
  shown: number | undefined;
  claims: ClaimsData | null;
  marks: readonly SignedMark[];
  onShow: () => void;
};

function SourceRow({ source, shown, claims, marks, onShow }: SourceRowProps) {
  const t = useTranslations("evidence");
  const toDateText = useDateText();
  const toPlace = useSourcePlace();
  const { title, site, snippet } = source;
  const published = toDateText(source.publishedAt, "date");
  const retrieved = toDateText(source.retrievedAt, "moment");
  const facts = [
    toPlace(source),
    published && t("sources.published", { date: published }),
    retrieved && t("sources.retrieved", { date: retrieved }),
  ];
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex w-full items-start gap-3 rounded-lg px-2 py-2.5 text-start transition-colors duration-150 hover:bg-sunken"
    >
      <SourceTile site={site} page={source.isRead && source.url} />
      <span className="min-w-0 flex-1 text-sm leading-5">
        <span className="flex items-baseline gap-2">
          {shown !== undefined && <span className="font-semibold text-accent">{shown}</span>}
          <span dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
            {title}
          </span>
        </span>
        <span className="block text-xs text-quiet">{facts.filter(Boolean).join(" · ")}</span>
        {snippet && (
          <span dir="auto" className="mt-1 line-clamp-3 text-quiet">
            {snippet}
          </span>
        )}
        {isOnlyFound(source, claims) && (
          <span className="mt-1 block text-xs text-partly">{t("sources.notRead")}</span>
        )}
        <SmallScale marks={marks} />
      </span>
    </button>
  );
}

/** What one answer cites, in the order of the numbers. */
export function listAnswerSources(message: ChatMessage, messages: ChatMessage[]): Source[] {
  const shown = listShownNumbers(message, messages);
  return chooseShownSources(readTurn(message).sources, shown, collectSources(messages));
}

/** Every page that was read in the conversation, and whatever else an answer of it cites. */
export function listConversationSources(messages: ChatMessage[]): Source[] {
  const known = collectSources(messages);
  const cited = messages
    .filter(({ role }) => role === "assistant")
    .flatMap((message) => listAnswerSources(message, messages));
  const read = [...known.values()].filter(({ isRead }) => isRead === true);
  return [...new Map([...read, ...cited].map((source) => [source.number, source])).values()].toSorted(
    (a, b) => a.number - b.number,
  );
}
