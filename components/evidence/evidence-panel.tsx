"use client";

import { ArrowLeft, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContext, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Modal } from "@/components/ui/modal";
import { IconButton } from "@/components/ui/icon-button";
import { readClaims } from "@/lib/client/message/use-claims";
import { listSignedMarks } from "@/lib/client/message/claims";
import { readTurn } from "@/lib/client/message/read-turn";
import { collectSources } from "@/lib/client/message/sources";
import { useSourcePlace } from "@/components/markdown/use-source-place";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { ClaimsContext, type EvidenceView } from "@/components/markdown/evidence-context";
import { ClaimSteps } from "./claim-steps";
import { EvidenceText } from "./evidence-text";
import { SourceList } from "./source-list";
import { SourceTile } from "./source-tile";
import type { EvidencePanelState } from "./use-evidence-panel";
import "./evidence.css";

type EvidencePanelProps = {
  conversationId: string;
  messages: ChatMessage[];
  isBusy: boolean;
  panel: EvidencePanelState;
  view: EvidenceView;
};

/** Beside the conversation where there is room, over it where there is not. */
export function EvidencePanel({ conversationId, messages, isBusy, panel, view }: EvidencePanelProps) {
  const t = useTranslations("evidence");
  const polled = useContext(ClaimsContext);
  const toPlace = useSourcePlace();
  const message = messages.find(({ id }) => id === view.messageId);
  const claims = message === undefined ? null : readClaims(message, polled);
  const marks = useMemo(
    () => (message && claims ? listSignedMarks(message, readTurn(message).pieces, claims) : []),
    [message, claims],
  );
  const source = useMemo(
    () => (view.kind === "text" ? collectSources(messages).get(view.number) : undefined),
    [messages, view],
  );
  if (message === undefined) return null;
  return (
    <Frame
      title={source?.title ?? t("sources.title")}
      place={source && toPlace(source)}
      tile={source && <SourceTile site={source.site} page={source.isRead && source.url} />}
      isBusy={isBusy}
      panel={panel}
    >
      {view.kind === "text" && marks.length > 0 && (
        <ClaimSteps marks={marks} view={view} onStep={panel.replace} />
      )}
      {view.kind === "sources" ? (
        <SourceList {...{ messages, message, claims, marks }} onShow={panel.show} />
      ) : (
        <EvidenceText
          key={`${view.messageId} ${view.number} ${view.markKey}`}
          {...{ conversationId, messages, claims, view }}
        />
      )}
    </Frame>
  );
}

type FrameProps = Pick<EvidencePanelProps, "isBusy" | "panel"> & {
  title: string;
  /** Where it is from. */
  place: string | undefined;
  tile: ReactNode;
  children: ReactNode;
};

function Frame({ title, place, tile, isBusy, panel, children }: FrameProps) {
  const t = useTranslations("evidence.panel");
  const isWide = useSyncExternalStore(listenToWidth, () => matchMedia(wide).matches);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [panel.opened, isWide]);
  const content = (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-1 border-b border-hairline py-2 ps-4 pe-2">
        {panel.canGoBack && (
          <IconButton
            label={t("back")}
            icon={<ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />}
            tip="bottom"
            onClick={panel.back}
            className="-ms-2"
          />
        )}
        {tile}
        <div className="min-w-0 flex-1 ps-1">
          <h2 ref={heading} tabIndex={-1} dir="auto" className="truncate text-card outline-none">
            {title}
          </h2>
          {place && <p className="truncate text-small text-quiet">{place}</p>}
        </div>
        <IconButton label={t("close")} icon={<X size={18} aria-hidden />} tip="end" onClick={panel.close} />
      </header>
      {children}
    </div>
  );
  if (isWide) return <Aside label={t("label")} isBusy={isBusy} onClose={panel.close} content={content} />;
  return (
    <Modal
      label={t("label")}
      onClose={panel.close}
      className="evidence-sheet m-0 ms-auto h-dvh max-h-none w-[min(30rem,100vw)] max-w-none bg-raised text-ink shadow-float max-sm:mt-auto max-sm:h-[82dvh] max-sm:w-screen max-sm:rounded-t-3xl"
    >
      {content}
    </Modal>
  );
}

type AsideProps = { label: string; isBusy: boolean; onClose: () => void; content: ReactNode };

/** Not modal: the answer stays in use. Esc closes it, from elsewhere only while there is nothing to stop. */
function Aside({ label, isBusy, onClose, content }: AsideProps) {
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      if (isBusy && aside.current?.contains(document.activeElement) !== true) return;
      if (document.querySelector("dialog[open], [popover]:popover-open:not([role=tooltip])")) return;
      event.preventDefault();
      onClose();
    };
    // Before whatever else listens for it.
    document.addEventListener("keydown", onEscape, { capture: true });
    return () => document.removeEventListener("keydown", onEscape, { capture: true });
  }, [isBusy, onClose]);
  return (
    <aside
      ref={aside}
      aria-label={label}
      className="w-100 shrink-0 border-s border-hairline bg-raised 2xl:w-[30rem]"
    >
      {content}
    </aside>
  );
}

const wide = "(min-width: 80rem)";

function listenToWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
