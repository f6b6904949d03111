"use client";

import { ChevronDown, Globe, GlobeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { showToast } from "@/components/ui/toast";
import { choose } from "@/lib/client/conversation/choices";
import type { SearchFocus } from "@/lib/protocol/chat-request";
import type { FocusEngines } from "@/lib/protocol/client-settings";
import { Chip, toChipClasses } from "./chip";
import { useNetwork } from "./use-network";

const WebMenu = lazy(async () => ({ default: (await import("./web-menu")).WebMenu }));

type Props = { engines: FocusEngines; focus: SearchFocus | null; isWebOff: boolean; isGuide: boolean };

const tips = { on: "turnOff", off: "turnOn", away: "again" } as const;

/**
 * Whether coming questions may use the web, by one press, and where; off stays in sight until undone. Where
 * nothing but the guide answers (`isGuide`) it says that the web is away, and a press tries again.
 */
export function WebChip({ engines, focus, isWebOff, isGuide }: Props) {
  const t = useTranslations("chat");
  const { isAway, retry } = useNetwork(isGuide);
  const state = isWebOff ? "off" : isAway ? "away" : "on";
  const tryAgain = async () => (await retry()) && showToast({ text: t("web.stillAway") });
  const Icon = state === "on" ? Globe : GlobeOff;
  const isSet = isWebOff || focus !== null;
  const where =
    focus === null ? t("web.on") : focus.kind === "site" ? focus.site : t(`choice.focus.${focus.kind}`);
  return (
    <span className="flex min-w-0 max-sm:shrink-0">
      <button
        type="button"
        title={t(`web.${tips[state]}`)}
        aria-keyshortcuts="Alt+W"
        onClick={() => (state === "away" ? void tryAgain() : choose({ isWebOff: !isWebOff }))}
        className={joinClasses(toChipClasses(isSet), "min-w-0 sm:rounded-e-none sm:pe-1")}
      >
        <Icon size={16} aria-hidden className="shrink-0" />
        <span
          className={joinClasses(
            "max-w-36 truncate short:max-lg:sr-only",
            state !== "off" && "max-sm:sr-only",
          )}
        >
          {state === "on" ? where : t(`web.${state}`)}
        </span>
      </button>
      <Chip
        name={t("choice.search")}
        icon={<ChevronDown size={14} aria-hidden className="shrink-0" />}
        isSet={isSet}
        menu={<WebMenu {...{ engines, focus }} />}
        className="min-w-6! rounded-s-none px-1 max-sm:hidden"
      />
    </span>
  );
}
