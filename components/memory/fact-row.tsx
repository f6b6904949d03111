import { Ellipsis, Hourglass, PencilLine, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { showToast } from "@/components/ui/toast";
import { Menu, MenuItem } from "@/components/ui/menu";
import { countDaysLeft, tierNames, type FactGrouping } from "@/lib/client/fact-list";
import type { NewFact } from "@/lib/client/memory-api";
import type { Fact, MemoryTier } from "@/lib/protocol/memories";
import { FactAbout } from "./fact-about";
import { FactChain } from "./fact-chain";
import { FactForm } from "./fact-form";
import { keepFocus } from "./keep-focus";
import type { MemoryView } from "./memory-view";
import { useForget } from "./use-forget";
import { useMemoryReason } from "./use-memory-reason";
import { countDays, useMemoryWords } from "./use-memory-words";

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

/** Whether its time could begin anew. */
function isRunningOut({ tier, expiresAt }: Fact, now: number): boolean {
  return expiresAt !== null && countDaysLeft(expiresAt, now) < countDays(tier);
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
