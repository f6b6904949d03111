"use client";

import { ArrowUpRight, MessageCircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { LazyPicture } from "@/components/agents/lazy-picture";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { AgentCard } from "@/lib/protocol/agents";
import { joinClasses } from "@/components/ui/class-names";
import dynamic from "next/dynamic";
import { NetworkNote, useNetwork } from "./network-note";
import { SampleAnswer } from "./sample-answer";

const starterKeys = ["1", "2", "3", "4"] as const;
/** It needs the web: without it another one stands in its place, so that none moves from under a finger. */
const webStarter = "2";
/** Only where it is needed is it loaded. */
const SetupCard = dynamic(() => import("@/components/models/setup-card").then((card) => card.SetupCard));

type Props = {
  settings: ClientSettings;
  /** Who answers; `null` is the built-in one. */
  agent: AgentCard | null;
  /** The person has no conversation yet. */
  isFirst: boolean;
  isTemporary: boolean;
  onTemporary?: ((isTemporary: boolean) => void) | undefined;
  onStart: (text: string, options?: ChatOptions) => void;
};

/** The first visit: one sentence on who answers, and a few questions that show what they can do. */
export function EmptyState({ settings, agent, isFirst, isTemporary, onTemporary, onStart }: Props) {
  const t = useTranslations("chat.empty");
  const words = useTranslations("chat.temporary");
  const network = useNetwork(settings.offline);
  const starters = useStarters({ settings, agent }, network.isDown);
  const about = agent === null ? t("about") : agent.purpose;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {onTemporary !== undefined && (
        <div className="flex justify-end px-2 pt-2">
          <TemporarySwitch isOn={isTemporary} onChange={onTemporary} />
        </div>
      )}
      <div
        className={joinClasses(
          "mx-auto flex w-full max-w-measure flex-col px-4 py-8 sm:px-6 short:py-3",
          settings.offline ? "" : "my-auto",
        )}
      >
        {agent !== null && <LazyPicture picture={agent.picture} size="large" />}
        <h1 dir="auto" className="text-2xl leading-9 font-semibold tracking-tight wrap-anywhere">
          {agent?.name ?? t("title")}
        </h1>
        <p dir="auto" className="mt-1 text-quiet wrap-anywhere">
          {isTemporary ? words("about") : about}
        </p>
        {isFirst && agent === null && <SampleAnswer />}
        {settings.offline && (
          <div className="max-sm:order-last">
            <WithoutModel canConfigure={settings.canConfigure} />
          </div>
        )}
        <ul
          aria-label={t("starters")}
          className="mt-6 divide-y divide-hairline border-y border-hairline empty:hidden"
        >
          {starters.map(({ text, options }, place) => (
            <li key={place}>
              <button
                type="button"
                onClick={() => onStart(text, options)}
                className="group flex w-full items-center justify-between gap-4 py-3 text-start transition-colors duration-150 hover:text-accent"
              >
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {text}
                </span>
                <ArrowUpRight size={18} aria-hidden className="shrink-0 text-quiet group-hover:text-accent" />
              </button>
            </li>
          ))}
        </ul>
        {settings.offline && <NetworkNote {...network} />}
      </div>
    </div>
  );
}

type Starter = { text: string; options?: ChatOptions };

/** The agent's own, else some of everything, with one that is answered by a plan where there are plans. */
function useStarters({ settings, agent }: Pick<Props, "settings" | "agent">, isDown: boolean): Starter[] {
  const t = useTranslations("chat.empty");
  if (agent !== null) return agent.starters.map((text) => ({ text }));
  const { offline, allowPlans } = settings;
  const connected = offline ? "guide" : "model";
  const plain = starterKeys.map((key) => ({
    text: t(isDown && key === webStarter ? "starter.guide.noWeb" : `starter.${connected}.${key}`),
  }));
  const isPlanShown = !offline && allowPlans;
  return isPlanShown ? [...plain, { text: t("starter.model.plan"), options: { plan: "always" } }] : plain;
}

/** Nothing but the guide answers: how to change that, or who can. */
function WithoutModel({ canConfigure }: { canConfigure: boolean }) {
  const t = useTranslations("chat.empty");
  return canConfigure ? <SetupCard /> : <p className="mt-6 text-sm text-quiet">{t("offline")}</p>;
}

/** Before the first message: whether the chat shall leave nothing behind. */
function TemporarySwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations("chat.temporary");
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={joinClasses(
        "flex min-h-9 items-center gap-2 rounded-lg border px-3 text-sm transition-colors duration-150 pointer-coarse:min-h-11",
        isOn
          ? "border-strong bg-tint text-ink"
          : "border-transparent text-quiet hover:bg-sunken hover:text-ink",
      )}
    >
      <MessageCircleDashed size={18} aria-hidden />
      {t("name")}
    </button>
  );
}
