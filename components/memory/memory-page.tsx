"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useClock, type Clock } from "@/components/ui/use-clock";
import { showToast, prepareToasts } from "@/components/ui/toast";
import { Button, LinkButton } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { ResourceList } from "@/components/ui/resource-list";
import { useMemory, type Memory } from "./memory";
import { exportMemory } from "@/lib/features/memory/api";
import type { Fact, MemoriesReply } from "@/lib/features/memory/shape";
import { untilIdle } from "@/lib/client/wait";
import { FactDialog } from "./fact-dialog";
import { toFactElementId, type MemoryView } from "./fact-row";
import { FactSearch } from "./fact-search";
import { HistoryList } from "./history-list";
import { keepFocus } from "./keep-focus";
import { MemorySwitch } from "./memory-switch";
import { NoteList } from "./note-list";
import { toPath } from "@/lib/protocol/endpoint";

type Props = { initial: MemoriesReply | null; clock: Clock; openFactId: string | null };
/** What is asked for in a dialog. */
type OpenDialog = { kind: "fact"; fact: Fact | null } | { kind: "clear"; part: "all" | "history" } | null;

/** Every fact about the person, with where it came from and when it was used, and what was before. */
export function MemoryPage({ initial, clock, openFactId }: Props) {
  const t = useTranslations("memory");
  const memory = useMemory(initial);
  const { now } = useClock(clock);
  const [asked, ask] = useState<OpenDialog>(null);
  const { list, reply } = memory;
  // Conversations change it, and the page that a person comes back to is as it was left.
  const { reload } = list;
  useEffect(() => {
    const left = new AbortController();
    void reload();
    void untilIdle(left.signal).then(prepareToasts);
    return () => left.abort();
  }, [reload]);
  const close = (): void => ask(null);
  const rows = reply !== null && (
    <Remembered
      view={{ reply, memory, now, onEdit: (fact) => ask({ kind: "fact", fact }) }}
      openFactId={openFactId}
      onAsk={ask}
    />
  );
  return (
    <Page title={t("title")} help={t("intro")}>
      <ResourceList list={list} empty={rows}>
        {rows}
      </ResourceList>
      {asked?.kind === "fact" && <FactDialog fact={asked.fact} memory={memory} onClose={close} />}
      {asked?.kind === "clear" && reply !== null && (
        <ClearDialog part={asked.part} count={reply.facts.length} memory={memory} onClose={close} />
      )}
    </Page>
  );
}

type ClearProps = { part: "all" | "history"; count: number; memory: Memory; onClose: () => void };

/** Asks before what cannot be undone. */
function ClearDialog({ part, count, memory, onClose }: ClearProps) {
  const t = useTranslations("memory");
  const isHistory = part === "history";
  return (
    <ConfirmDialog
      title={t(isHistory ? "clearing.historyTitle" : "clearing.title")}
      action={t(isHistory ? "history.clear" : "clearing.confirm")}
      isDangerous
      onConfirm={() => memory.clear(part)}
      onDone={() => {
        showToast({ text: t(isHistory ? "said.historyCleared" : "said.cleared") });
        keepFocus();
      }}
      onClose={onClose}
    >
      <p>{isHistory ? t("clearing.historyText") : t("clearing.text", { count })}</p>
    </ConfirmDialog>
  );
}

type RememberedProps = { view: MemoryView; openFactId: string | null; onAsk: (asked: OpenDialog) => void };

function Remembered({ view, openFactId, onAsk }: RememberedProps) {
  const t = useTranslations("memory");
  const { factId, isHistoryOpen, setHistoryOpen, isMissing } = useOpenedFact(openFactId, view.reply);
  const { facts, history, notes = [], learning } = view.reply;
  const hasAny = facts.length + history.length + notes.length > 0;
  return (
    <>
      {isMissing && (
        <p role="status" className="mt-4 rounded-lg bg-sunken px-3 py-2 text-sm leading-5">
          {t("state.notKept")}
        </p>
      )}
      <MemorySwitch view={view} />
      {facts.length === 0 && (
        <div className="pt-4">
          <p className="text-lg font-medium">{t("state.empty")}</p>
          <p className="text-quiet">{t(learning === "off" ? "state.emptyOff" : "state.emptyModel")}</p>
        </div>
      )}
      <Button id="memory-add" className="mt-4" onClick={() => onAsk({ kind: "fact", fact: null })}>
        <Plus size={16} aria-hidden />
        {t("form.add")}
      </Button>
      {facts.length > 0 && <FactSearch view={view} />}
      <NoteList view={view} />
      {hasAny && (
        <HistoryList
          view={view}
          openFactId={factId}
          isOpen={isHistoryOpen}
          onToggle={setHistoryOpen}
          onClear={() => onAsk({ kind: "clear", part: "history" })}
        />
      )}
      {hasAny && (
        <div className="mt-8 flex flex-wrap justify-between gap-2 border-t border-hairline pt-4">
          <LinkButton href={toPath(exportMemory)} download>
            {t("actions.export")}
          </LinkButton>
          <Button tone="danger" onClick={() => onAsk({ kind: "clear", part: "all" })}>
            {t("actions.clear")}
          </Button>
        </div>
      )}
    </>
  );
}

/** `isMissing`: it was neither when the page was opened. */
type OpenedMemory = {
  factId: string | null;
  isHistoryOpen: boolean;
  setHistoryOpen: (isOpen: boolean) => void;
  isMissing: boolean;
};

/** Leads to the fact that the address names, in force or not. `given` is what the server read of it. */
function useOpenedFact(given: string | null, reply: MemoriesReply): OpenedMemory {
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
