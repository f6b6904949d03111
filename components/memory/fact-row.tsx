import { Ellipsis, Hourglass, PencilLine, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { showToast } from "@/components/ui/toast";
import { Menu, MenuItem } from "@/components/ui/menu";
import { countDays, isRunningOut, tierNames, type FactGrouping } from "./fact-list";
import { listEarlier } from "./fact-chain";
import type { Memory } from "./memory";
import type { Fact, MemoriesReply, MemoryTier } from "@/lib/features/memory/shape";
import { FactAbout } from "./fact-about";
import { keepFocus } from "./keep-focus";
import { useForget, type Forgetting } from "./use-forget";
import { useMemoryReason } from "./use-memory-reason";
import { useMemoryWords } from "./use-memory-words";

/** What the parts of the page share. */
export type MemoryView = {
  reply: MemoriesReply;
  memory: Memory;
  now: number;
  onEdit: (fact: Fact) => void;
};
type Props = { fact: Fact; grouping: FactGrouping; view: MemoryView };

/** One fact: what it says, what is known about it, and what can be done with it. */
export function FactRow({ fact, grouping, view }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const tell = useForgottenToast(fact.content);
  const { forget } = useForget(view.memory, () => view.memory.forget(fact.id), tell);
  const onForget = (): void => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    void forget();
    keepFocus(() => next?.querySelector<HTMLElement>("button"));
  };
  return (
    <li
      ref={row}
      id={toFactElementId(fact.id)}
      tabIndex={-1}
      className="flex scroll-mt-24 items-start gap-2 border-b border-hairline py-3 last:border-0"
    >
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {fact.content}
        </p>
        <FactAbout fact={fact} grouping={grouping} now={view.now} />
        <FactChain fact={fact} view={view} />
      </div>
      <FactMenu fact={fact} view={view} onForget={onForget} />
    </li>
  );
}

export function toFactElementId(factId: string): string {
  return `fact-${factId}`;
}

/** The button of a fact, which may stand elsewhere after a change. */
export function findActions(factId: string): HTMLElement | null {
  return document.getElementById(toFactElementId(factId))?.querySelector<HTMLElement>("button") ?? null;
}

type FactMenuProps = { fact: Fact; view: MemoryView; onForget: () => void };

function FactMenu({ fact, view, onForget }: FactMenuProps) {
  const t = useTranslations("memory");
  const { toKeepName } = useMemoryWords();
  const explain = useMemoryReason();
  const move = async (tier: MemoryTier): Promise<void> => {
    const answer = await view.memory.change(fact.id, { tier });
    showToast(
      answer.ok
        ? { text: t("said.moved", { tier, days: countDays(tier) }) }
        : { text: explain(answer), isFailure: true },
    );
    keepFocus(() => findActions(fact.id));
  };
  return (
    <Menu
      label={t("actions.menu", { content: fact.content })}
      icon={<Ellipsis size={18} aria-hidden />}
      className="after:hidden"
    >
      <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={() => view.onEdit(fact)}>
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

const shownCharacters = 60;

/** Says what became of a fact whose row is gone, and offers to put it back. */
function useForgottenToast(whole: string): (step: Forgetting) => void {
  const t = useTranslations("shell.memories");
  const common = useTranslations("common");
  const content = toShort(whole);
  return ({ putBack, reason }) => {
    const run = (): void => void putBack?.();
    if (reason !== null) {
      const text = t(putBack === null ? "notForgotten" : "notPutBack", { content, reason });
      showToast({ text, isFailure: true, ...(putBack && { action: { label: common("retry"), run } }) });
    } else if (putBack !== null) showToast({ text: t("forgotten", { content }), undo: run });
  };
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
