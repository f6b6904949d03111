"use client";

import { ChevronDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "@/components/ui/icon-button";
import { choicesStore, toChoiceInForce, type AgentChoice } from "@/lib/client/choices";
import { chosenCollectionsStore, readCollections } from "@/lib/client/chosen-collections";
import type { ClientSettings } from "@/lib/protocol/client-settings";

const ChoicePanel = lazy(async () => ({ default: (await import("./choice-panel")).ChoicePanel }));

type Props = { settings: ClientSettings; agent: AgentChoice; scopeKey: string };

/** How coming questions are answered, in words, and where that is chosen; loaded when it is opened. */
export function AnswerChoice({ settings, agent, scopeKey }: Props) {
  const t = useTranslations("chat.choice");
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const words = useWords({ settings, agent, scopeKey });
  // What the browser has kept is not known to the server, which draws the page first.
  useEffect(() => void readCollections(scopeKey), [scopeKey]);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t("label", { words })}
        className="flex h-9 min-w-0 items-center gap-1 rounded-lg px-2 text-sm text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:h-11"
      >
        <span dir="auto" className="truncate">
          {words}
        </span>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t("title")}
        onToggle={(event) => {
          setOpen(event.newState === "open");
          if (event.newState === "open" && trigger.current) placeAbove(event.currentTarget, trigger.current);
        }}
        className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto rounded-t-2xl border border-hairline bg-raised p-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-sm text-ink shadow-float backdrop:bg-ink/30 sm:inset-x-auto sm:bottom-(--from-bottom) sm:left-(--from-left) sm:max-h-(--room) sm:w-96 sm:rounded-xl sm:backdrop:bg-transparent"
      >
        <div className="-mt-2 flex items-center justify-between gap-2">
          <h2 className="font-semibold">{t("title")}</h2>
          <IconButton
            label={t("close")}
            icon={<X size={16} aria-hidden />}
            tip="left"
            popoverTarget={id}
            popoverTargetAction="hide"
            className="-me-2"
          />
        </div>
        {isOpen && (
          <Suspense fallback={null}>
            <ChoicePanel settings={settings} agent={agent} scopeKey={scopeKey} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Who answers where that is no matter of course, the mode, the model, and where is searched. */
function useWords({ settings, agent: { chosen }, scopeKey }: Props): string {
  const t = useTranslations("chat");
  const collections = useStore(chosenCollectionsStore, (all) => all[scopeKey]?.length ?? 0);
  const choices = useStore(choicesStore);
  const { mode, model, focus } = toChoiceInForce(choices, settings, chosen);
  const ref = model ?? settings.defaultModel;
  const label = settings.models.find((one) => one.ref === ref)?.label ?? ref;
  const isAutomatic = model === null && settings.allowModelChoice && settings.models.length > 1;
  const named = ref.startsWith("offline:") ? t("trail.guide") : label;
  return [
    ...(chosen === null ? [] : [chosen.name]),
    t(`modes.${mode}`),
    ...(chosen?.hasModels === true ? [] : [isAutomatic ? t("choice.automatic") : named]),
    ...(focus === null ? [] : [focus.kind === "site" ? focus.site : t(`choice.focus.${focus.kind}`)]),
    ...(collections === 0 ? [] : [t("choice.collections", { count: collections })]),
  ].join(" · ");
}

const gap = 6;
const edge = 8;
/** In pixels, as its class says. */
const width = 384;

/** Where there is room for more than a sheet, over what opened it, growing upwards. */
function placeAbove(popover: HTMLElement, trigger: HTMLElement): void {
  const at = trigger.getBoundingClientRect();
  const left = Math.max(edge, Math.min(at.left, window.innerWidth - width - edge));
  popover.style.setProperty("--from-left", `${left}px`);
  popover.style.setProperty("--from-bottom", `${window.innerHeight - at.top + gap}px`);
  popover.style.setProperty("--room", `${at.top - gap - edge}px`);
}
