import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { ModelTier } from "@/lib/protocol/settings";

type Props = {
  tier: ModelTier;
  chain: readonly string[];
  effective: readonly string[];
  suggestions: readonly string[];
  maxLength: number;
  pattern: string;
  onChange: (chain: string[]) => void;
};

/** One tier's models in the order in which they are tried; an empty list leaves the choice to the environment. */
export function ChainEditor({ tier, chain, effective, suggestions, maxLength, pattern, onChange }: Props) {
  const t = useTranslations("admin");
  const listId = useId();
  const name = t(`tiers.${tier}.name`);
  const isRef = new RegExp(pattern);
  return (
    <section className="rounded-xl border border-hairline bg-raised px-4 py-3" aria-label={name}>
      <h4 className="text-sm font-medium">
        {name} <span className="font-normal text-quiet">{t(`tiers.${tier}.help`)}</span>
      </h4>
      <Effective effective={effective} isAutomatic={chain.length === 0} />
      <datalist id={listId}>
        {suggestions.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <ol className="grid gap-1.5">
        {chain.map((model, place) => (
          <li key={place} className="flex items-center gap-1">
            <input
              value={model}
              list={listId}
              aria-invalid={model !== "" && !isRef.test(model)}
              title={t("tiers.pattern")}
              placeholder="provider:model"
              aria-label={t("tiers.place", { tier: name, place: place + 1 })}
              spellCheck={false}
              autoCapitalize="none"
              onChange={(event) => onChange(chain.with(place, event.target.value))}
              className="text-field min-w-0 flex-1 font-mono text-[13px]"
            />
            <IconButton
              label={t("tiers.up", { model })}
              icon={<ArrowUp className="size-4" aria-hidden="true" />}
              disabled={place === 0}
              onClick={() => onChange(swap(chain, place - 1))}
            />
            <IconButton
              label={t("tiers.down", { model })}
              icon={<ArrowDown className="size-4" aria-hidden="true" />}
              disabled={place === chain.length - 1}
              onClick={() => onChange(swap(chain, place))}
            />
            <IconButton
              label={t("tiers.remove", { model })}
              icon={<X className="size-4" aria-hidden="true" />}
              onClick={() => onChange(chain.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ol>
      {chain.length < maxLength && (
        <button
          type="button"
          className="quiet-button -ms-2 mt-1"
          aria-label={t("tiers.addTo", { tier: name })}
          onClick={() => onChange([...chain, ""])}
        >
          <Plus className="size-4" aria-hidden="true" />
          {t("tiers.add")}
        </button>
      )}
    </section>
  );
}

function Effective({ effective, isAutomatic }: { effective: readonly string[]; isAutomatic: boolean }) {
  const t = useTranslations("admin");
  if (effective.length === 0) return <p className="py-2 text-xs leading-5 text-quiet">{t("tiers.nothing")}</p>;
  return (
    <div className="py-2 text-xs leading-5 text-quiet">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {t("tiers.serving")}
        {effective.map((model) => (
          <code key={model} className="rounded-md bg-sunken px-1.5 py-0.5 font-mono text-ink">
            {model}
          </code>
        ))}
      </p>
      {isAutomatic && <p>{t("tiers.automatic")}</p>}
    </div>
  );
}

/** Swaps a place with the next one. */
function swap(chain: readonly string[], place: number): string[] {
  const moved = [...chain];
  const [model] = moved.splice(place, 1);
  if (model !== undefined) moved.splice(place + 1, 0, model);
  return moved;
}
