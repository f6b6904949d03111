"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useMemory, type Memory } from "./memory";
import type { Fact, ForgottenFact, MemoriesData } from "@/lib/features/memory/shape";
import { findInForce, MemoryNote, MemoryNoteAction, MemoryNoteLink, type NotedFact } from "./memory-note";
import type { Answer } from "@/lib/client/request";
import { useForget } from "./use-forget";
import { useMemoryReason } from "./use-memory-reason";

type Props = { messageId: string; memories: MemoriesData };

/** One line on what an answer used of the memory and what was kept of it, which opens to the facts. */
export function AnswerMemories({ messageId, memories: { used, saved, secretsLeftOut = 0 } }: Props) {
  const t = useTranslations("chat.memories");
  const [isOpen, setOpen] = useState(false);
  const [first] = saved;
  const [named] = used;
  // Beside what was kept there is room for a number only.
  const isUsedAlone = used.length === 1 && saved.length === 0 && named !== undefined;
  const pieces = [
    ...(isUsedAlone
      ? [t("usedOne", { what: named.content })]
      : used.length > 0
        ? [t("used", { count: used.length })]
        : []),
    ...(saved.length === 1 && first !== undefined ? [t("saved", { what: first.content })] : []),
    ...(saved.length > 1 ? [t("savedMany", { count: saved.length })] : []),
    ...(secretsLeftOut > 0 ? [t("secretLeftOut")] : []),
  ];
  if (pieces.length === 0) return null;
  if (used.length + saved.length === 0)
    return <p className="text-sm leading-5 text-quiet">{pieces.join(" · ")}</p>;
  return (
    <details
      // It may have been opened before the script ran.
      ref={(element) => void (element?.open && !isOpen && setOpen(true))}
      aria-label={t("label")}
      className="group text-sm leading-5 text-quiet"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit max-w-full list-none rounded-sm hover:text-ink pointer-coarse:py-3">
        <span
          dir="auto"
          className="block truncate underline decoration-hairline decoration-1 underline-offset-4 group-open:whitespace-normal"
        >
          {pieces.join(" · ")}
        </span>
      </summary>
      {isOpen && <Facts {...{ messageId, used, saved }} />}
    </details>
  );
}

type FactsProps = Pick<MemoriesData, "used" | "saved"> & { messageId: string };

function Facts({ messageId, used, saved }: FactsProps) {
  const t = useTranslations("chat.memories");
  const memory = useMemory();
  return (
    <div className="mt-2 grid gap-2 rounded-lg border border-hairline bg-raised px-3 pt-2.5 pb-1">
      {used.length > 0 && (
        <section>
          <h3 className="text-xs font-medium">{t("usedTitle")}</h3>
          <ul className="divide-y divide-hairline">
            {used.map((fact) => (
              <UsedFact key={fact.id} {...{ messageId, fact, memory }} />
            ))}
          </ul>
        </section>
      )}
      {saved.length > 0 && (
        <section>
          <h3 className="text-xs font-medium">{t("savedTitle")}</h3>
          <ul className="divide-y divide-hairline">
            {saved.map((fact) => (
              <SavedFact key={fact.id} {...{ fact, memory }} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type SavedFactProps = { fact: MemoriesData["saved"][number]; memory: Memory };

/** A fact kept while an answer was made, and what it replaced. Undoing forgets it, and can be undone. */
function SavedFact({ fact, memory }: SavedFactProps) {
  const t = useTranslations("chat.memories");
  const note = fact.replaced === null ? null : t("replaced", { content: fact.replaced });
  const undo = { name: t("undo"), ask: () => memory.undo(fact.id), done: t("notKept") };
  return <AnswerFact {...{ fact, memory, note, ...undo }} />;
}

type UsedFactProps = { messageId: string; fact: NotedFact; memory: Memory };

/** A fact that an answer used: the person may say that it was of no use, look at it, or have it forgotten. */
function UsedFact({ messageId, fact, memory }: UsedFactProps) {
  const t = useTranslations("chat.memories");
  const explain = useMemoryReason();
  const [reason, setReason] = useState<string | null>(null);
  const inForce = findInForce(memory.reply, fact.id);
  const isDoubtful = inForce?.notUsefulTo.includes(messageId) ?? false;
  const doubt = async (next: boolean): Promise<void> => {
    const answer = await memory.change(fact.id, { judged: { messageId, isUseful: !next } });
    setReason(answer.ok ? null : explain(answer));
  };
  const note = isDoubtful ? t("doubted") : toNewWording(fact, inForce, t);
  const forget = { name: t("forget"), ask: () => memory.forget(fact.id), done: t("gone") };
  return (
    <AnswerFact {...{ fact, memory, note, reason, ...forget }}>
      <MemoryNoteAction
        fact={fact}
        name={t(isDoubtful ? "takeBack" : "notUseful")}
        onChoose={() => void doubt(!isDoubtful)}
      />
    </AnswerFact>
  );
}

/** `ask` takes the fact out of the memory: by this `name`, with these words when it is `done`. */
type AnswerFactProps = Pick<UsedFactProps, "fact" | "memory"> & {
  note: string | null;
  reason?: string | null;
  name: string;
  ask: () => Promise<Answer<ForgottenFact>>;
  done: string;
  children?: ReactNode;
};

/** A fact with the way to it, and out of the memory and back. */
function AnswerFact({ fact, memory, note, name, ask, done, reason = null, children }: AnswerFactProps) {
  const t = useTranslations("chat.memories");
  const { putBack, forget, isForgetting, ...last } = useForget(memory, ask);
  const isGone = putBack !== null || (!isForgetting && findInForce(memory.reply, fact.id) === null);
  const state = putBack !== null ? done : isGone ? t("gone") : note;
  return (
    <MemoryNote fact={fact} isGone={isGone} note={last.reason ?? reason ?? state}>
      {!isGone && children}
      {!isGone && <MemoryNoteLink fact={fact} />}
      {(putBack !== null || !isGone) && (
        // One button all along, so that it keeps the focus.
        <MemoryNoteAction
          fact={fact}
          name={putBack === null ? name : t("keep")}
          onChoose={() => void (putBack ?? forget)()}
        />
      )}
    </MemoryNote>
  );
}

/** What the fact says by now, where that is something else. */
function toNewWording(
  fact: NotedFact,
  inForce: Fact | null | undefined,
  t: ReturnType<typeof useTranslations<"chat.memories">>,
): string | null {
  const content = inForce?.content ?? fact.content;
  return content === fact.content ? null : t("now", { content });
}
