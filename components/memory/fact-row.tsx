import { Ellipsis, Hourglass, PencilLine, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useCallback } from "react";
import { flushSync } from "react-dom";
import { showToast } from "@/components/ui/toast";
import { Menu, MenuItem } from "@/components/ui/menu";
import { countDays, isRunningOut, tierNames, type FactGrouping } from "@/lib/client/fact-list";
import type { NewFact } from "@/lib/client/memory-api";
import type { Fact, MemoryTier, ForgottenFact } from "@/lib/protocol/memories";
import { FactAbout } from "./fact-about";
import { FactForm } from "./fact-form";
import { keepFocus } from "./keep-focus";
import type { MemoryView } from "./memory-view";
import { useMemoryReason } from "./use-memory-reason";
import { useMemoryWords } from "./use-memory-words";
import { listEarlier } from "@/lib/client/fact-chain";
import type { MemoryStore } from "@/lib/client/memory-store";

type Props = { fact: Fact; grouping: FactGrouping; view: MemoryView };

/** One fact: what it says, what is known about it, and what can be done with it. */
export function FactRow({ fact, grouping, view }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const forget = useForget(view.store);
  const onForget = (): void => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    void forget(fact);
    keepFocus(() => findActions(next));
  };
  return (
    <li
      ref={row}
      id={toFactElementId(fact.id)}
      tabIndex={-1}
      className="scroll-mt-24 border-b border-hairline py-3 last:border-0"
    >
      {view.edited.includes(fact) ? (
        <EditForm fact={fact} view={view} />
      ) : (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {fact.content}
            </p>
            <FactAbout fact={fact} grouping={grouping} now={view.now} />
            <FactChain fact={fact} view={view} />
          </div>
          <FactMenu fact={fact} view={view} onForget={onForget} />
        </div>
      )}
    </li>
  );
}

export function toFactElementId(factId: string): string {
  return `fact-${factId}`;
}

/** A fact may stand elsewhere after a change. */
function focusFact(factId: string): void {
  keepFocus(() => findActions(document.getElementById(toFactElementId(factId))));
}

function findActions(row: Element | null | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>("button") ?? null;
}

/** What was forgotten elsewhere meanwhile is kept as a new one. */
function EditForm({ fact, view: { reply, store, setEdited } }: { fact: Fact; view: MemoryView }) {
  const t = useTranslations("memory");
  const explain = useMemoryReason();
  const isGone = reply.facts.every(({ id }) => id !== fact.id);
  const finish = (id: string): void => {
    flushSync(() => setEdited(fact, false));
    focusFact(id);
  };
  const save = async (draft: NewFact): Promise<string | null> => {
    const answer = await (isGone ? store.add(draft) : store.change(fact.id, draft));
    if (!answer.ok) return answer.problem?.code === "not_found" ? t("form.gone") : explain(answer);
    finish(answer.value.id);
    showToast({ text: t("said.saved") });
    return null;
  };
  return (
    <FactForm
      label={t("actions.edit")}
      initial={{ content: fact.content, category: fact.category, tier: fact.tier }}
      notice={isGone ? t("form.gone") : null}
      onCancel={() => finish(fact.id)}
      onSave={save}
    />
  );
}

type FactMenuProps = { fact: Fact; view: MemoryView; onForget: () => void };

function FactMenu({ fact, view, onForget }: FactMenuProps) {
  const t = useTranslations("memory");
  const { toKeepName } = useMemoryWords();
  const explain = useMemoryReason();
  const move = async (tier: MemoryTier): Promise<void> => {
    const answer = await view.store.change(fact.id, { tier });
    showToast(
      answer.ok
        ? { text: t("said.moved", { tier, days: countDays(tier) }) }
        : { text: explain(answer), isFailure: true },
    );
    focusFact(fact.id);
  };
  return (
    <Menu
      label={t("actions.menu", { content: fact.content })}
      icon={<Ellipsis size={18} aria-hidden />}
      className="after:hidden"
    >
      <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={() => view.setEdited(fact, true)}>
        {t("actions.edit")}
      </MenuItem>
      {tierNames
        .filter((tier) => tier !== fact.tier || isRunningOut(fact, view.now))
        .map((tier) => (
          <MenuItem key={tier} icon={<Hourglass size={16} aria-hidden />} onSelect={() => void move(tier)}>
            {toKeepName(tier)}
          </MenuItem>
        ))}
      <MenuItem icon={<Trash2 size={16} aria-hidden />} tone="danger" onSelect={onForget}>
        {t("actions.forget")}
      </MenuItem>
    </Menu>
  );
}

/** What a fact was before it became what it is. Nothing where it never was otherwise. */
function FactChain({ fact, view }: { fact: Fact; view: MemoryView }) {
  const t = useTranslations("memory");
  const { toDate } = useMemoryWords();
  const earlier = listEarlier(fact, view.reply.history);
  if (earlier.length === 0) return null;
  return (
    <details className="text-sm leading-6">
      <summary className="w-fit rounded-sm text-quiet hover:text-ink pointer-coarse:py-2.5">
        {t("chain.open")}
      </summary>
      <ol className="mt-1 grid gap-2 border-s-2 border-hairline ps-3">
        {earlier.map((ended) => (
          <li key={`${ended.id} ${ended.endedAt}`}>
            <span className="text-quiet">{t("chain.before")}: </span>
            <span dir="auto" className="wrap-anywhere">
              {ended.content}
            </span>
            <span className="block text-quiet">
              {t(`history.${ended.why}`, { date: toDate(ended.endedAt) })}
            </span>
          </li>
        ))}
        <li>
          <span className="text-quiet">{t("chain.now")}: </span>
          <span dir="auto" className="font-medium wrap-anywhere">
            {fact.content}
          </span>
        </li>
      </ol>
    </details>
  );
}

const undoMs = 10_000;
const shownCharacters = 60;

/** Forgets a fact at once, gives whether it is forgotten, and offers to put it back until that is done. */
function useForget(store: MemoryStore): (fact: { id: string; content: string }) => Promise<boolean> {
  const t = useTranslations();
  const explain = useMemoryReason();
  return useCallback(
    async ({ id, content: whole }) => {
      const content = toShort(whole);
      const putBack = async (forgotten: ForgottenFact): Promise<void> => {
        const answer = await store.putBack(forgotten);
        if (answer.ok) return;
        const again = { label: t("common.retry"), run: () => void putBack(forgotten) };
        showToast({
          text: t("shell.memories.notPutBack", { content, reason: explain(answer) }),
          isFailure: true,
          action: again,
          durationMs: undoMs,
        });
      };
      const answer = await store.forget(id);
      if (!answer.ok) {
        showToast({
          text: t("shell.memories.notForgotten", { content, reason: explain(answer) }),
          isFailure: true,
        });
        return false;
      }
      const undo = { label: t("common.undo"), run: () => void putBack(answer.value) };
      showToast({ text: t("shell.memories.forgotten", { content }), action: undo, durationMs: undoMs });
      return true;
    },
    [store, t, explain],
  );
}

function toShort(content: string): string {
  const characters = [...content];
  return characters.length <= shownCharacters
    ? content
    : `${characters
        .slice(0, shownCharacters - 1)
        .join("")
        .trimEnd()}…`;
}
