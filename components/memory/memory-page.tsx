"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import { useClock, type Clock } from "@/components/ui/use-clock";
import { showToast, prepareToasts } from "@/components/ui/toast";
import { Button } from "@/components/ui/button";
import { Page, PageSkeleton } from "@/components/ui/page";
import { memoryExportPath, createMemoryApi } from "@/lib/client/memory-api";
import type { RequestFailure } from "@/lib/client/request";
import type { Fact, MemoriesReply } from "@/lib/protocol/memories";
import { createMemoryStore, type MemoryState, type MemoryStore } from "@/lib/client/memory-store";
import { untilIdle } from "@/lib/client/wait";
import { ClearDialog, type Clearing } from "./clear-dialog";
import { FactForm } from "./fact-form";
import { FactSearch } from "./fact-search";
import { HistoryList } from "./history-list";
import { keepFocus } from "./keep-focus";
import { MemorySwitch } from "./memory-switch";
import type { MemoryView } from "./memory-view";
import { NoteList } from "./note-list";
import { useMemoryReason } from "./use-memory-reason";
import { toFactElementId } from "./fact-row";

type Props = { initial: MemoriesReply | null; clock: Clock; openFactId: string | null };

/** Every fact about the person, with where it came from and when it was used, and what was before. */
export function MemoryPage({ initial, clock, openFactId }: Props) {
  const t = useTranslations("memory");
  const { store, state } = useMemory(initial);
  const { now } = useClock(clock);
  const [edited, setEdited] = useEdited();
  const { reply, failure } = state;
  if (reply === null && failure === null) return <PageSkeleton />;
  return (
    <Page title={t("title")} help={t("intro")}>
      <StateLine
        failure={failure}
        isThere={reply !== null}
        onRetry={() => void store.load().then(() => keepFocus())}
      />
      {reply !== null && (
        <Remembered view={{ reply, store, now, edited, setEdited }} openFactId={openFactId} />
      )}
    </Page>
  );
}

/** The facts that are being edited, as they were when that began. */
function useEdited(): [readonly Fact[], MemoryView["setEdited"]] {
  const [edited, setEdited] = useState<readonly Fact[]>([]);
  const change = (fact: Fact, isEdited: boolean): void =>
    setEdited((before) => [...before.filter(({ id }) => id !== fact.id), ...(isEdited ? [fact] : [])]);
  return [edited, change];
}

/** What keeps the page from being up to date. */
function StateLine({
  failure,
  isThere,
  onRetry,
}: {
  failure: RequestFailure | null;
  isThere: boolean;
  onRetry: () => void;
}) {
  const t = useTranslations();
  const explain = useMemoryReason();
  const isOnline = useOnline();
  if (isOnline && failure === null) return null;
  const text =
    failure === null || (!isOnline && isThere)
      ? t("memory.state.offline")
      : t(isThere ? "memory.state.stale" : "memory.state.failed", { reason: explain(failure) });
  return (
    <div
      role="status"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-partly-tint px-3 py-2 text-sm leading-5 text-partly"
    >
      <p className="min-w-0 flex-[1_1_16rem]">{text}</p>
      {isOnline && <Button onClick={onRetry}>{t("common.retry")}</Button>}
    </div>
  );
}

function Remembered({ view, openFactId }: { view: MemoryView; openFactId: string | null }) {
  const t = useTranslations("memory");
  const [clearing, setClearing] = useState<Clearing | null>(null);
  const { factId, isHistoryOpen, setHistoryOpen, isMissing } = useOpenedFact(openFactId, view.reply);
  const { facts, history, notes = [] } = view.reply;
  const hasAny = facts.length + history.length + notes.length > 0;
  const hasFacts = facts.length + view.edited.length > 0;
  return (
    <>
      {isMissing && (
        <p role="status" className="mt-4 rounded-lg bg-sunken px-3 py-2 text-sm leading-5">
          {t("state.notKept")}
        </p>
      )}
      <MemorySwitch view={view} />
      <AddFact view={view}>{!hasFacts && <Empty view={view} />}</AddFact>
      {hasFacts && <FactSearch view={view} />}
      <NoteList view={view} />
      {hasAny && (
        <HistoryList
          view={view}
          openFactId={factId}
          isOpen={isHistoryOpen}
          onToggle={setHistoryOpen}
          onClear={() => setClearing("history")}
        />
      )}
      {hasAny && (
        <div className="mt-8 flex flex-wrap justify-between gap-2 border-t border-hairline pt-4">
          <a
            href={memoryExportPath}
            download
            className="inline-flex min-h-9 items-center rounded-lg border border-hairline bg-raised px-3 text-sm font-medium transition-colors duration-150 hover:bg-sunken pointer-coarse:min-h-11"
          >
            {t("actions.export")}
          </a>
          <Button tone="danger" onClick={() => setClearing("all")}>
            {t("actions.clear")}
          </Button>
        </div>
      )}
      <ClearDialog part={clearing} view={view} onClose={() => setClearing(null)} />
    </>
  );
}

const addButtonId = "memory-add";

/** A button that becomes the form for one more fact; `children` stand there until it does. */
function AddFact({ view, children }: { view: MemoryView; children: ReactNode }) {
  const t = useTranslations("memory");
  const explain = useMemoryReason();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    flushSync(() => setOpen(false));
    keepFocus(() => document.getElementById(addButtonId));
  };
  if (!isOpen)
    return (
      <div className="pt-4">
        {children}
        <Button id={addButtonId} onClick={() => setOpen(true)}>
          <Plus size={16} aria-hidden />
          {t("form.add")}
        </Button>
      </div>
    );
  return (
    <div className="mt-4 rounded-xl border border-hairline bg-raised p-4">
      <FactForm
        label={t("form.add")}
        initial={{ content: "", category: "preference", tier: "important" }}
        onCancel={close}
        onSave={async (draft) => {
          const answer = await view.store.add(draft);
          if (!answer.ok) return explain(answer);
          close();
          showToast({ text: t("said.added") });
          return null;
        }}
      />
    </div>
  );
}

function Empty({ view: { reply } }: { view: MemoryView }) {
  const t = useTranslations("memory.state");
  return (
    <div className="pt-4 pb-4">
      <p className="text-lg font-medium">{t("empty")}</p>
      <p className="text-quiet">{t(reply.learning === "off" ? "emptyOff" : "emptyModel")}</p>
    </div>
  );
}

/** `isMissing`: it was neither when the page was opened. */
type Opened = {
  factId: string | null;
  isHistoryOpen: boolean;
  setHistoryOpen: (isOpen: boolean) => void;
  isMissing: boolean;
};

/** Leads to the fact that the address names, in force or not. `given` is what the server read of it. */
function useOpenedFact(given: string | null, reply: MemoriesReply): Opened {
  // The page that a person comes back to is not asked of the server again.
  const [named] = useState(readNamedFact);
  const factId = given ?? named;
  const isInForce = reply.facts.some(({ id }) => id === factId);
  const isEnded = !isInForce && reply.history.some(({ id }) => id === factId);
  const [isHistoryOpen, setHistoryOpen] = useState(isEnded);
  const [isMissing] = useState(factId !== null && !isInForce && !isEnded);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (factId === null || shown.current === factId) return;
    const element =
      document.getElementById(toFactElementId(factId)) ??
      document.querySelector<HTMLElement>(`[data-past="${CSS.escape(factId)}"]`);
    if (element === null) return;
    shown.current = factId;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "center" });
    element.animate([{ backgroundColor: "var(--tint)" }, { backgroundColor: "transparent" }], {
      duration: 2_400,
      easing: "ease-in",
    });
  }, [factId, isInForce, isHistoryOpen]);
  return { factId, isHistoryOpen, setHistoryOpen, isMissing };
}

function readNamedFact(): string | null {
  return typeof window === "undefined" ? null : new URLSearchParams(window.location.search).get("fact");
}

/** Read again when the page comes back to sight or the connection does: conversations change it meanwhile. */
function useMemory(initial: MemoriesReply | null): { store: MemoryStore; state: MemoryState } {
  const [store] = useState(() => createMemoryStore(createMemoryApi(), initial));
  const state = useStore(store);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const load = (): void => void (document.visibilityState === "visible" && store.load());
    load();
    void untilIdle(signal).then(prepareToasts);
    document.addEventListener("visibilitychange", load, { signal });
    window.addEventListener("online", load, { signal });
    return () => left.abort();
  }, [store]);
  return { store, state };
}

/** Whether the browser has a connection at all. */
function useOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
}

function listen(onChange: () => void): () => void {
  const left = new AbortController();
  for (const name of ["online", "offline"]) window.addEventListener(name, onChange, { signal: left.signal });
  return () => left.abort();
}
