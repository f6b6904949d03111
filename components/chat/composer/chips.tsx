"use client";

import { Bot, Box, Ellipsis, Gauge, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { choicesStore, listUsual, toChoiceInForce } from "@/lib/client/conversation/choices";
import { chosenCollectionsStore, readCollections } from "@/lib/client/conversation/chosen-collections";
import { builtInAgentId } from "@/lib/features/agents/shape/built-in-agent";
import { isStandIn } from "@/lib/protocol/model-refs";
import type { AddProps } from "./add-menu";
import { Chip, toChipClasses } from "./chip";
import type { MoreProps } from "./more-menu";
import { useUsual } from "./use-usual";
import { WebChip } from "./web-chip";

const AddMenu = lazy(async () => ({ default: (await import("./add-menu")).AddMenu }));
const ModelMenu = lazy(async () => ({ default: (await import("./model-menu")).ModelMenu }));
const DepthMenu = lazy(async () => ({ default: (await import("./depth-menu")).DepthMenu }));
const MoreMenu = lazy(async () => ({ default: (await import("./more-menu")).MoreMenu }));

type Props = MoreProps & {
  /** It also says what depth usually takes. */
  isHome: boolean;
  onFiles: (files: File[]) => Promise<void>;
  onSign: AddProps["onSign"];
  /** What had the focus is gone. */
  onLeave: () => void;
};

/** How the next question is answered, each choice in sight; what differs from the default is tinted. */
export function Chips({ isHome, onFiles, onSign, onLeave, ...more }: Props) {
  const { settings, agent } = more;
  const t = useTranslations("chat");
  const { mode, model, focus, isWebOff } = toChoiceInForce(useStore(choicesStore), settings, agent.chosen);
  useChipKeys();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-0.5">
      <AddChip {...{ ...more, focus, onFiles, onSign }} />
      {agent.chosen !== null && (
        <span className={`${toChipClasses(true)} min-w-0 pe-0`}>
          <Bot size={16} aria-hidden className="shrink-0" />
          <span className="sr-only">{t("choice.agent")}: </span>
          <span dir="auto" title={agent.chosen.name} className="max-w-40 truncate">
            {agent.chosen.name}
          </span>
          <button
            type="button"
            aria-label={t("choice.noAgent", { name: agent.chosen.name })}
            onClick={() => {
              agent.choose(builtInAgentId);
              onLeave();
            }}
            className="icon-button size-9 text-inherit pointer-coarse:h-11"
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      )}
      {settings.allowModelChoice && agent.chosen?.hasModels !== true && (
        <ModelChip {...{ settings, model }} />
      )}
      {settings.focusEngines !== null && (
        <WebChip {...{ focus, isWebOff }} engines={settings.focusEngines} isGuide={settings.offline} />
      )}
      <DepthChip {...{ settings, agent, mode, model, isHome }} />
      <MoreChip {...more} />
    </div>
  );
}

/** With Alt or a command key, by the key itself: with Option a Mac writes another letter. */
function useChipKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
      const isCommand = ctrlKey || metaKey;
      if (shiftKey || altKey === isCommand || document.querySelector("dialog[open]")) return;
      const keys = `${altKey ? "Alt" : "Control"}+${code.replace("Key", "")}`;
      const place = document.querySelector<HTMLElement>(`form [aria-keyshortcuts~="${CSS.escape(keys)}"]`);
      if (place === null) return;
      event.preventDefault();
      place.click();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

type AddChipProps = Omit<AddProps, "onFiles"> & Pick<Props, "onFiles">;

function AddChip({ onFiles, ...menu }: AddChipProps) {
  const t = useTranslations("chat");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Chip
        name={t("add.name")}
        icon={<Plus size={18} aria-hidden />}
        menu={<AddMenu {...menu} onFiles={() => input.current?.click()} />}
        className="shrink-0"
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("composer.attach")}
        aria-keyshortcuts="Control+U Meta+U"
        onChange={(event) => {
          void onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

function ModelChip({ settings, model }: Pick<Props, "settings"> & { model: string | null }) {
  const t = useTranslations("chat.choice");
  const ref = model ?? settings.defaultModel;
  const label = settings.models.find((one) => one.ref === ref)?.label ?? ref;
  const name = isStandIn(ref) ? t("noModel") : label;
  return (
    <Chip
      name={t("model")}
      spoken={model === null ? `${t("automatic")}, ${name}` : name}
      icon={<Box size={16} aria-hidden className="shrink-0 max-sm:hidden" />}
      words={
        <span dir="auto" className="max-w-44 truncate short:max-lg:max-w-20">
          {name}
        </span>
      }
      isSet={model !== null}
      keys="Alt+M"
      menu={<ModelMenu {...{ settings, model }} />}
      className="min-w-0"
    />
  );
}

type DepthProps = Pick<Props, "settings" | "agent" | "isHome"> &
  Pick<ReturnType<typeof toChoiceInForce>, "mode" | "model">;

function DepthChip({ settings, agent, mode, model, isHome }: DepthProps) {
  const t = useTranslations("chat");
  const toUsual = useUsual();
  const usual = listUsual(settings, { model: model ?? settings.defaultModel, plan: "never" });
  const like = usual.find((one) => one.mode === mode);
  return (
    <Chip
      name={t("choice.depth")}
      spoken={t(`modes.${mode}`)}
      icon={<Gauge size={16} aria-hidden className="shrink-0 max-sm:hidden" />}
      words={
        <span className="truncate short:max-lg:sr-only">
          {t(`modes.${mode}`)}
          {isHome && like !== undefined && (
            <span className="ms-1.5 font-normal tabular-nums max-sm:hidden">{toUsual(like).join(" · ")}</span>
          )}
        </span>
      }
      isSet={mode !== "balanced"}
      keys="Alt+D"
      menu={<DepthMenu {...{ settings, agent }} />}
      className="min-w-11"
    />
  );
}

function MoreChip(more: MoreProps) {
  const { settings, agent, scopeKey } = more;
  const t = useTranslations("chat.choice");
  const { style, plan } = useStore(choicesStore);
  const count = useStore(chosenCollectionsStore, (all) => all[scopeKey]?.length ?? 0);
  // What the browser has kept is not known to the server, which draws the page first.
  useEffect(() => void readCollections(scopeKey), [scopeKey]);
  const isOwnStyle =
    settings.allowStyleOverride &&
    (agent.chosen?.style ?? null) === null &&
    (style ?? settings.style) !== settings.style;
  const isPlanned = settings.allowPlans && (plan ?? "auto") !== "auto";
  const words = count === 0 ? undefined : t("collections", { count });
  return (
    <Chip
      name={t("more")}
      {...(words !== undefined && { spoken: words, words: <span className="truncate">{words}</span> })}
      icon={<Ellipsis size={18} aria-hidden className="shrink-0" />}
      isSet={isOwnStyle || isPlanned || count > 0}
      menu={<MoreMenu {...more} />}
      className="shrink-0 max-sm:hidden"
    />
  );
}
