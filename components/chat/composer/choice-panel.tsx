"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { SmallSelect } from "@/components/ui/small-select";
import { choicesStore, choose, listUsual, toChoiceInForce, type AgentChoice } from "@/lib/client/choices";
import { formatCost } from "@/lib/client/money";
import { builtInAgentId, builtInAgentName } from "@/lib/protocol/built-in-agent";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { ClientSettings, OfferedModel, UsualReply } from "@/lib/protocol/client-settings";
import type { PlanWish } from "@/lib/protocol/plans";
import type { AgentStyle } from "@/lib/protocol/settings";
import { ChoiceGroup, ChoiceRow } from "./choice-row";
import { FocusChoice } from "./focus-choice";
import { ScopeList } from "./scope-list";

type Props = { settings: ClientSettings; agent: AgentChoice; scopeKey: string };

/** Everything that can be chosen of an answer; it has the focus as soon as it is there. */
export function ChoicePanel({ settings, agent, scopeKey }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const choices = useStore(choicesStore);
  const { modes, mode, model, focus, isWebOff } = toChoiceInForce(choices, settings, agent.chosen);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input:checked")?.focus(), []);
  const mayChooseModel =
    settings.allowModelChoice && settings.models.length > 1 && agent.chosen?.hasModels !== true;
  return (
    <div ref={panel} className="grid gap-4">
      <ModeChoice {...{ modes, mode, settings }} model={model ?? settings.defaultModel} />
      {mayChooseModel && <ModelChoice settings={settings} model={model} />}
      <AgentSelect {...agent} />
      {settings.focusEngines !== null && !isWebOff && (
        <FocusChoice engines={settings.focusEngines} focus={focus} />
      )}
      <More settings={settings} agent={agent} scopeKey={scopeKey} />
    </div>
  );
}

type ModeProps = { modes: readonly RunMode[]; mode: RunMode; model: string; settings: ClientSettings };

function ModeChoice({ modes, mode, model, settings }: ModeProps) {
  const t = useTranslations("chat");
  const toUsualText = useUsualText();
  const plan = useStore(choicesStore, (choices) => choices.plan);
  const usual = listUsual(settings, { model, plan });
  return (
    <ChoiceGroup title={t("choice.mode")}>
      {modes.map((one) => (
        <ChoiceRow
          key={one}
          group="mode"
          name={t(`modes.${one}`)}
          note={[
            t(`choice.modeNote.${one}`),
            ...usual.filter((like) => like.mode === one).map(toUsualText),
          ].join(" ")}
          isChosen={one === mode}
          onChoose={() => choose({ mode: one })}
        />
      ))}
    </ChoiceGroup>
  );
}

/** Costs that are not known count as nothing, so nothing is not told. */
function useUsualText(): (usual: UsualReply) => string {
  const t = useTranslations("chat");
  const format = useFormatter();
  const locale = useLocale();
  return ({ ms, microUsd, isPlanned }) => {
    const time =
      ms < 59_500
        ? t("trail.seconds", { value: format.number(Math.max(1, Math.round(ms / 1_000))) })
        : t("choice.minutes", { minutes: format.number(ms / 60_000, { maximumFractionDigits: 1 }) });
    const plan = isPlanned ? "planned" : "none";
    const cost = formatCost(microUsd ?? 0, locale);
    return cost === null ? t("choice.usualTime", { plan, time }) : t("choice.usual", { plan, time, cost });
  };
}

function ModelChoice({ settings, model }: { settings: ClientSettings; model: string | null }) {
  const t = useTranslations("chat");
  const toFacts = useModelFacts();
  const toName = ({ ref, label }: OfferedModel) => (ref.startsWith("offline:") ? t("trail.guide") : label);
  const first = settings.models.find(({ ref }) => ref === settings.defaultModel);
  return (
    <ChoiceGroup title={t("choice.model")}>
      <ChoiceRow
        group="model"
        name={t("choice.automatic")}
        note={t("choice.automaticNote", {
          model: first === undefined ? settings.defaultModel : toName(first),
        })}
        isChosen={model === null}
        onChoose={() => choose({ model: null })}
      />
      {settings.models.map((one) => (
        <ChoiceRow
          key={one.ref}
          group="model"
          name={toName(one)}
          note={toFacts(one)}
          isChosen={one.ref === model}
          onChoose={() => choose({ model: one.ref })}
        />
      ))}
    </ChoiceGroup>
  );
}

/** How much it reads at once and what it costs; what is not known is said to be so. */
function useModelFacts(): (model: OfferedModel) => string {
  const t = useTranslations("chat.choice");
  const format = useFormatter();
  const toDollars = (amount: number) =>
    format.number(amount, {
      ...{ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" },
      ...{ minimumFractionDigits: 0, maximumFractionDigits: 2 },
    });
  const toPrice = (price: OfferedModel["price"]): string => {
    if (price === null) return t("priceUnknown");
    const { inputPerMillion, outputPerMillion } = price;
    if (inputPerMillion === 0 && outputPerMillion === 0) return t("free");
    return t("price", { input: toDollars(inputPerMillion), output: toDollars(outputPerMillion) });
  };
  return ({ ref, contextWindow, price }) => {
    if (ref.startsWith("offline:")) return t("free");
    const window =
      contextWindow === null
        ? t("windowUnknown")
        : t("window", { tokens: format.number(contextWindow, { notation: "compact" }) });
    return `${window} · ${toPrice(price)}`;
  };
}

function AgentSelect({ cards, chosen, choose: chooseAgent }: AgentChoice) {
  const t = useTranslations("chat.choice");
  if (cards.length === 0) return null;
  const agents = [{ id: builtInAgentId, name: builtInAgentName }, ...cards];
  return (
    <SelectRow
      label={t("agent")}
      value={chosen?.id ?? builtInAgentId}
      options={agents.map(({ id, name }) => ({ value: id, label: name }))}
      onChoose={chooseAgent}
    />
  );
}

const styles: AgentStyle[] = ["tool_first", "balanced", "direct"];
const wishes: PlanWish[] = ["auto", "always", "never"];

/** What few people change: the style, whether there is a plan, and which collections are searched. */
function More({ settings, agent, scopeKey }: Props) {
  const t = useTranslations("chat");
  const tPlans = useTranslations("plans.choice");
  const [isOpen, setOpen] = useState(false);
  const plan = useStore(choicesStore, (choices) => choices.plan) ?? "auto";
  const style = useStore(choicesStore, (choices) => choices.style) ?? settings.style;
  const mayChooseStyle = settings.allowStyleOverride && (agent.chosen?.style ?? null) === null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold pointer-coarse:py-3">
        {t("choice.more")}
      </summary>
      <div className="grid gap-4 pt-2">
        {mayChooseStyle && (
          <SelectRow
            label={t("choice.style")}
            value={style}
            options={styles.map((one) => ({ value: one, label: t(`styles.${one}`) }))}
            onChoose={(one) => choose({ style: one })}
          />
        )}
        {settings.allowPlans && (
          <SelectRow
            label={tPlans("label")}
            value={plan}
            options={wishes.map((one) => ({ value: one, label: tPlans(one) }))}
            onChoose={(one) => choose({ plan: one })}
          />
        )}
        {isOpen && <ScopeList scopeKey={scopeKey} />}
      </div>
    </details>
  );
}

type SelectRowProps<VALUE extends string> = {
  label: string;
  value: VALUE;
  options: { value: VALUE; label: string }[];
  onChoose: (value: VALUE) => void;
};

function SelectRow<VALUE extends string>(props: SelectRowProps<VALUE>) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden className="font-semibold">
        {props.label}
      </span>
      <SmallSelect {...props} canShrink />
    </div>
  );
}
