"use client";

import { Globe, GlobeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useStore } from "zustand";
import { joinClasses } from "@/components/ui/class-names";
import { showToast } from "@/components/ui/toast";
import { choicesStore, choose } from "@/lib/client/choices";
import { useNetwork } from "./use-network";

const tips = { on: "turnOff", off: "turnOn", away: "again" } as const;
const toggle = () => choose({ isWebOff: !choicesStore.getState().isWebOff });

/**
 * Whether coming questions may use the web: one press, or Alt+W. Off stays in sight until it is undone. Where
 * nothing but the guide answers (`isGuide`) it says that the web is away, and a press tries again.
 */
export function WebChip({ isGuide }: { isGuide: boolean }) {
  const t = useTranslations("chat.web");
  const isOff = useStore(choicesStore, ({ isWebOff }) => isWebOff);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // With Option a Mac writes another letter: the key itself counts.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyW") return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  const { isAway, retry } = useNetwork(isGuide);
  const state = isOff ? "off" : isAway ? "away" : "on";
  const tryAgain = async () => (await retry()) && showToast({ text: t("stillAway") });
  const Icon = state === "on" ? Globe : GlobeOff;
  return (
    <button
      type="button"
      title={t(tips[state])}
      onClick={() => (state === "away" ? void tryAgain() : toggle())}
      className={joinClasses(
        "flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-2 text-sm transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center",
        isOff ? "bg-tint text-ink" : "text-quiet hover:bg-sunken hover:text-ink",
      )}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className={state === "on" ? "max-sm:sr-only" : ""}>{t(state)}</span>
    </button>
  );
}
