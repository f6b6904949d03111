"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { AgentCard } from "@/lib/features/agents/shape/agents";
import { AgentPicture } from "./agent-picture";

const shownFirst = 3;

type Props = { cards: readonly AgentCard[]; onChoose: (id: string) => void };

/** The agents that a person may use, each with its purpose. */
export function AgentCards({ cards, onChoose }: Props) {
  const t = useTranslations("chat.empty");
  const headingId = useId();
  const [isWhole, setWhole] = useState(false);
  return (
    <section aria-labelledby={headingId}>
      <div className="flex min-h-8 items-center justify-between pb-1 text-small">
        <h2 id={headingId} className="font-medium text-quiet">
          {t("agents")}
        </h2>
        {!isWhole && cards.length > shownFirst && (
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="min-h-8 rounded-sm text-accent underline underline-offset-3 pointer-coarse:min-h-11"
          >
            {t("allAgents", { count: cards.length })}
          </button>
        )}
      </div>
      <ul className="grid gap-2.5 sm:grid-cols-3">
        {cards.slice(0, isWhole ? cards.length : shownFirst).map(({ id, name, purpose, picture }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose(id)}
              className="flex h-full w-full flex-col gap-2 rounded-xl border border-hairline bg-raised px-3.5 py-3 text-start shadow-rest transition-colors duration-120 hover:bg-sunken"
            >
              <span className="flex max-w-full items-center gap-2.5">
                <AgentPicture picture={picture} />
                <span dir="auto" className="truncate text-sm font-medium">
                  {name}
                </span>
              </span>
              <span dir="auto" className="line-clamp-2 text-small wrap-anywhere text-quiet">
                {purpose}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
