import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  modelPattern,
  ownUnset,
  priceParts,
  priceRange,
  readerPriceName,
  type PricePart,
  type SetPrice,
} from "@/lib/protocol/settings-fields";
import { NumberField } from "./number-field";
import { useSettings } from "./use-settings";

/**
 * What models, searches and pages of the reader service cost: as it is known here, or as it is set, with the
 * day of either.
 */
export function PriceEditor() {
  const t = useTranslations("admin.prices");
  const { draft, reply, change } = useSettings().form;
  const names = [
    ...new Set([
      ...Object.values(reply.effectiveTiers)
        .flat()
        .filter((ref) => !isFree(reply.knownPrices[ref])),
      ...Object.keys(draft.prices),
      ...reply.engines.flatMap(({ id, key }) => (key === "environment" || key === "panel" ? [id] : [])),
      readerPriceName,
    ]),
  ];
  const set = (name: string, price: SetPrice | null): void => {
    const { [name]: _before, ...others } = draft.prices;
    change("prices", price === null ? others : { ...others, [name]: price });
  };
  return (
    <div>
      <ul>
        {names.map((name) => (
          <PriceRow
            key={name}
            name={name}
            own={draft.prices[name] ?? null}
            known={reply.knownPrices[name] ?? null}
            onChange={(price) => set(name, price)}
          />
        ))}
      </ul>
      <AddPrice onAdd={(name) => set(name, { asOf: toToday() })} />
      <p className="pt-3 text-xs leading-5 text-quiet">{t("unit")}</p>
    </div>
  );
}

/** What runs on this machine has no price to set. */
const isFree = (price: SetPrice | undefined): boolean =>
  price?.inputPerMillion === 0 && price.outputPerMillion === 0 && price.perImage === 0;

type RowProps = {
  name: string;
  own: SetPrice | null;
  known: SetPrice | null;
  onChange: (price: SetPrice | null) => void;
};

function PriceRow({ name, own, known, onChange }: RowProps) {
  const t = useTranslations("admin.prices");
  const tUnset = useTranslations("admin.unset");
  const format = useFormatter();
  const price = own ?? known;
  const isUnknown = price === null || priceParts.every((part) => price[part] === undefined);
  const date = (day: string): string =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
  const label = name === readerPriceName ? t("reader") : name;
  return (
    <li className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-0">
      <p className="min-w-40 flex-1 text-sm">
        <span className="block font-mono text-[13px] break-all">{label}</span>
        <span className="block text-xs leading-5 text-quiet">
          {price === null || isUnknown
            ? t(name === readerPriceName ? "uncounted" : "unknown")
            : t(own === null ? "asOf" : "set", { date: date(price.asOf) })}
        </span>
      </p>
      {listParts(name).map((part) => (
        <label key={part} className="grid text-xs leading-5 text-quiet">
          <span aria-hidden="true">{t(`parts.${part}`)}</span>
          <NumberField
            label={`${label}: ${t(`parts.${part}`)}`}
            className="w-24"
            value={price?.[part] ?? null}
            range={priceRange}
            isWhole={false}
            step={0.05}
            perDollar={1}
            canBeEmpty
            placeholder={isUnknown ? tUnset(ownUnset.prices) : "0"}
            onChange={(value) => onChange({ ...price, [part]: value ?? undefined, asOf: toToday() })}
          />
        </label>
      ))}
      {own !== null && (
        <Button onClick={() => onChange(null)} aria-label={`${t("forget")}: ${label}`}>
          {t("forget")}
        </Button>
      )}
    </li>
  );
}

function listParts(name: string): PricePart[] {
  if (name === readerPriceName) return ["perPage"];
  return modelPattern.test(name) ? ["inputPerMillion", "outputPerMillion", "perImage"] : ["perSearch"];
}

/** A model that serves no task at the moment can have its price set, too. */
function AddPrice({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useTranslations("admin.prices");
  const [name, setName] = useState("");
  return (
    <form
      className="flex flex-wrap items-center gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!modelPattern.test(name.trim())) return;
        onAdd(name.trim());
        setName("");
      }}
    >
      <input
        value={name}
        placeholder="provider:model"
        spellCheck={false}
        autoCapitalize="none"
        aria-label={t("model")}
        onChange={(event) => setName(event.target.value)}
        className="text-field min-w-40 flex-1 font-mono text-[13px]"
      />
      <Button type="submit" disabled={!modelPattern.test(name.trim())}>
        {t("add")}
      </Button>
    </form>
  );
}

function toToday(): string {
  return new Date().toISOString().slice(0, 10);
}
