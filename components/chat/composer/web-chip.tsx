"use client";

import { Globe, GlobeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useStore } from "zustand";
import { joinClasses } from "@/components/ui/class-names";
import { choicesStore, choose } from "@/lib/client/choices";

const toggle = () => choose({ isWebOff: !choicesStore.getState().isWebOff });

/** Whether coming questions may use the web: one press, or Alt+W. Off stays in sight until it is undone. */
export function WebChip() {
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
  const Icon = isOff ? GlobeOff : Globe;
  return (
    <button
      type="button"
      title={t(isOff ? "turnOn" : "turnOff")}
      onClick={toggle}
      className={joinClasses(
        "flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-2 text-sm transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center",
        isOff ? "bg-tint text-ink" : "text-quiet hover:bg-sunken hover:text-ink",
      )}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className={isOff ? "" : "max-sm:sr-only"}>{t(isOff ? "off" : "on")}</span>
    </button>
  );
}
