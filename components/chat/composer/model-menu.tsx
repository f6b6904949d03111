"use client";

import { Command } from "cmdk";
import { useFormatter, useTranslations } from "next-intl";
import { useRef, type ComponentProps } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { hidePopover } from "@/components/ui/use-popover";
import { choose } from "@/lib/client/conversation/choices";
import type { ClientSettings, OfferedModel } from "@/lib/protocol/client-settings";
import { isStandIn } from "@/lib/protocol/model-refs";
import { ChoiceRow, rowClasses } from "./choice-menu";

type Props = { settings: ClientSettings; model: string | null };

/** The models that may answer, by who provides them; a word finds them by name. */
export function ModelMenu({ settings: { models, defaultModel }, model }: Props) {
  const t = useTranslations("chat.choice");
  const box = useRef<HTMLDivElement>(null);
  const guide = useTranslations("chat.trail")("guide");
  const toName = ({ ref, label }: OfferedModel) => (isStandIn(ref) ? guide : label);
  const toHeading: Record<string, string> = { local: t("localServer"), offline: "" };
  const { toWindow, toPrice } = useModelFacts();
  const first = models.find(({ ref }) => ref === defaultModel);
  const take = (ref: string | null) => () => {
    hidePopover(box.current);
    choose({ model: ref });
  };
  return (
    <Command ref={box} label={t("model")} defaultValue={model ?? automatic} loop>
      <Command.Input placeholder={t("find")} className="text-field h-9 w-full pointer-coarse:h-11" />
      <Command.List label={t("model")} className="pt-1">
        <Command.Empty className="px-2.5 py-3 text-quiet">{t("noneFound")}</Command.Empty>
        <Item
          value={automatic}
          name={t("automatic")}
          note={t("automaticNote", { model: first === undefined ? defaultModel : toName(first) })}
          isChosen={model === null}
          onSelect={take(null)}
        />
        {[...new Set(models.map(({ provider }) => provider))].map((provider) => {
          const offered = models.filter((one) => one.provider === provider);
          return (
            <Command.Group
              key={provider}
              heading={
                <span className="flex justify-between gap-2">
                  {toHeading[provider] ?? provider}
                  {offered.some(({ price }) => price !== null && !isFree(price)) && (
                    <span>{t("perMillion")}</span>
                  )}
                </span>
              }
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-quiet"
            >
              {offered.map((one) => (
                <Item
                  key={one.ref}
                  value={one.ref}
                  keywords={[toName(one), provider]}
                  name={toName(one)}
                  note={toWindow(one)}
                  figures={[toPrice(one)]}
                  isChosen={one.ref === model}
                  onSelect={take(one.ref)}
                />
              ))}
            </Command.Group>
          );
        })}
      </Command.List>
    </Command>
  );
}

const automatic = "automatic";

type ItemProps = ComponentProps<typeof Command.Item> & ComponentProps<typeof ChoiceRow>;

function Item({ name, note, figures, isChosen, ...item }: ItemProps) {
  return (
    <Command.Item
      {...item}
      aria-checked={isChosen}
      className={joinClasses(rowClasses, "aria-checked:bg-tint data-[selected=true]:bg-sunken")}
    >
      <ChoiceRow {...{ name, note, isChosen }} {...(figures !== undefined && { figures })} />
    </Command.Item>
  );
}

const isFree = ({ inputPerMillion, outputPerMillion }: NonNullable<OfferedModel["price"]>): boolean =>
  inputPerMillion === 0 && outputPerMillion === 0;

/** How much a model reads at once and what it costs; what is not known is said to be so. */
function useModelFacts() {
  const t = useTranslations("chat.choice");
  const format = useFormatter();
  const toDollars = (amount: number) =>
    format.number(amount, {
      ...{ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" },
      ...{ minimumFractionDigits: 0, maximumFractionDigits: 2 },
    });
  return {
    toWindow: ({ contextWindow }: OfferedModel): string =>
      contextWindow === null
        ? t("windowUnknown")
        : t("window", { tokens: format.number(contextWindow, { notation: "compact" }) }),
    toPrice({ ref, price }: OfferedModel): string {
      if (isStandIn(ref)) return t("free");
      if (price === null) return t("priceUnknown");
      if (isFree(price)) return t("free");
      const { inputPerMillion, outputPerMillion } = price;
      return t("price", { input: toDollars(inputPerMillion), output: toDollars(outputPerMillion) });
    },
  };
}
