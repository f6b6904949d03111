"use client";

import { ArrowUpRight, MessageCircleDashed } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useRef, type ReactNode, type RefObject } from "react";
import { LazyPicture } from "@/components/agents/lazy-picture";
import { joinClasses } from "@/components/ui/class-names";
import type { AgentChoice } from "@/lib/client/conversation/choices";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { ComposerHandle } from "./composer/use-composer";
import { SextantScale } from "./sextant-scale";

/** Only where they are needed are they loaded. */
const SetupCard = dynamic(() => import("@/components/models/setup-card").then((card) => card.SetupCard));
const SampleCheck = dynamic(() => import("./sample-check").then((check) => check.SampleCheck));
const AgentCards = dynamic(() => import("@/components/agents/agent-cards").then((cards) => cards.AgentCards));

const columnClasses = "mx-auto w-full max-w-measure px-3 sm:px-6";

type FrameProps = Omit<HeadProps, "agent"> &
  Pick<BelowProps, "agent" | "composer"> & {
    isHome: boolean;
    /** Lets the person write at once, where a keyboard covers nothing. */
    onFocus: () => void;
    /** The composer. */
    foot: ReactNode;
    children: ReactNode;
  };

/**
 * Around a conversation. While it is empty all stands in the middle of the height; with the first message
 * the composer goes to the foot as it is, with what is written in it. On a phone it is there from the start.
 */
export function HomeFrame({
  isHome,
  settings,
  agent,
  composer,
  onFocus,
  foot,
  children,
  ...head
}: FrameProps) {
  useFocusOnModel(settings.offline, onFocus);
  return (
    <div className={joinClasses("flex min-h-0 flex-1 flex-col", isHome && "overflow-y-auto")}>
      {isHome && <HomeHead {...head} settings={settings} agent={agent.chosen} />}
      {children}
      <div
        className={
          isHome ? "max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:order-last max-sm:bg-paper" : ""
        }
      >
        {foot}
      </div>
      {isHome && <HomeBelow {...{ settings, agent, composer, onFocus }} />}
    </div>
  );
}

/** With the first model the card that asked for it goes, and with it what had the focus. */
function useFocusOnModel(isOffline: boolean, onFocus: () => void): void {
  const wasOffline = useRef(isOffline);
  const focus = useEffectEvent(onFocus);
  useEffect(() => {
    if (wasOffline.current && !isOffline) focus();
    wasOffline.current = isOffline;
  }, [isOffline]);
}

type HeadProps = {
  settings: ClientSettings;
  agent: AgentChoice["chosen"];
  isTemporary: boolean;
  onTemporary: ((isTemporary: boolean) => void) | undefined;
};

/** Above the composer: the promise, or who answers. */
function HomeHead({ settings, agent, isTemporary, onTemporary }: HeadProps) {
  const t = useTranslations("chat");
  const about = isTemporary ? t("temporary.about") : agent?.purpose;
  return (
    <div className="flex shrink-0 grow flex-col">
      <div className="flex justify-end px-2 pt-2">
        {onTemporary && <TemporarySwitch isOn={isTemporary} onChange={onTemporary} />}
      </div>
      <div className={joinClasses(columnClasses, "mt-auto pb-6 text-center max-sm:pb-4 short:pb-3")}>
        <SextantScale />
        {agent !== null && <LazyPicture picture={agent.picture} size="large" />}
        <h1
          dir="auto"
          className="text-display text-balance wrap-anywhere max-sm:text-[1.75rem] max-sm:leading-8.5"
        >
          {agent?.name ?? t(settings.offline ? "empty.promise" : "empty.title")}
        </h1>
        <p
          dir="auto"
          className="mx-auto max-w-xl pt-1 text-sm leading-5 wrap-anywhere text-soft empty:hidden"
        >
          {about}
        </p>
      </div>
    </div>
  );
}

type BelowProps = {
  settings: ClientSettings;
  agent: AgentChoice;
  composer: RefObject<ComposerHandle | null>;
  onFocus: () => void;
};

/** Below the composer, on a phone above it: the way to a model and a sample, or whom and what to ask. */
function HomeBelow({ settings, agent, composer, onFocus }: BelowProps) {
  const { offline, canConfigure } = settings;
  const { cards, chosen, choose } = agent;
  const starters = useStarters(settings, chosen, composer);
  const chooseAgent = (id: string) => {
    choose(id);
    onFocus();
  };
  return (
    <div className={joinClasses(columnClasses, "flex shrink-0 grow flex-col gap-6 pb-6 max-sm:pb-4")}>
      {offline && <SetupCard canConfigure={canConfigure} />}
      {offline && chosen === null && <SampleCheck />}
      {!offline && chosen === null && cards.length > 0 && <AgentCards cards={cards} onChoose={chooseAgent} />}
      {starters.length > 0 && <StarterList starters={starters} />}
    </div>
  );
}

type Starter = { text: string; shows?: string; onPress: () => void };

/** The agent's own, else some of everything, each with what it shows; none for the guide. */
function useStarters(
  { offline, allowPlans }: ClientSettings,
  agent: AgentChoice["chosen"],
  composer: BelowProps["composer"],
): Starter[] {
  const t = useTranslations("chat.empty.starter");
  const start = (text: string, options?: ChatOptions) => composer.current?.ask(text, [], options);
  if (agent !== null) return agent.starters.map((text) => ({ text, onPress: () => start(text) }));
  if (offline) return [];
  return (["table", "figures", "file", allowPlans ? "plan" : "memory"] as const).map((key) => {
    const text = t(`${key}.text`);
    // Its file is still missing.
    const write = () => composer.current?.putBack({ id: crypto.randomUUID(), text, files: [], pasted: [] });
    const ask = () => start(text, key === "plan" ? { plan: "always" } : undefined);
    return { text, shows: t(`${key}.shows`), onPress: key === "file" ? write : ask };
  });
}

function StarterList({ starters }: { starters: Starter[] }) {
  const t = useTranslations("chat.empty");
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-small font-medium text-quiet">
        {t("starters")}
      </h2>
      <ul aria-labelledby={headingId} className="divide-y divide-hairline">
        {starters.map(({ text, shows, onPress }) => (
          <li key={text}>
            <button
              type="button"
              onClick={onPress}
              className="flex min-h-10.5 w-full items-center gap-2 py-2 text-start text-card font-normal transition-colors duration-120 hover:text-accent pointer-coarse:min-h-11"
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {text}
                </span>
                {shows !== undefined && <span className="text-small text-quiet max-sm:w-full">{shows}</span>}
              </span>
              <ArrowUpRight size={16} aria-hidden className="shrink-0 text-quiet rtl:-scale-x-100" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
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
