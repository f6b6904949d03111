import { Plus, ArrowDown, ArrowUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { maxChainLength } from "@/lib/protocol/settings-fields";
import type { ModelNote, SettingsReply } from "@/lib/protocol/settings";
import { IconButton } from "@/components/ui/icon-button";
import { ModelPicker } from "./model-picker";
import { toProviderId, useIsGone } from "./use-is-gone";

type Props = {
  /** What the models are for. */
  name: string;
  help: string;
  chain: readonly string[];
  effective: readonly string[];
  /** Models with an unknown price. */
  unpriced: readonly string[];
  /** What was learned of models by asking them. */
  notes?: SettingsReply["modelNotes"];
  /** Nobody has chosen what is in force. */
  isAutomatic?: boolean;
  onChange: (chain: string[]) => void;
};

/** Models in the order they are tried; an empty list leaves the choice to what is in force without it. */
export function ChainEditor(props: Props) {
  const { name, help, chain, effective, unpriced, notes = {}, isAutomatic = !chain.length, onChange } = props;
  const t = useTranslations("admin.tiers");
  const isGone = useIsGone();
  /** The place for which a model is being chosen. */
  const [place, setPlace] = useState<number | null>(null);
  return (
    <section className="rounded-xl border border-hairline bg-raised px-4 py-3" aria-label={name}>
      <h3 className="text-sm font-medium">
        {name} <span className="font-normal text-quiet">{help}</span>
      </h3>
      <Effective {...{ effective, unpriced, notes, isGone, isAutomatic }} />
      <ol className="grid gap-1.5">
        {chain.map((model, at) => (
          <ChainRow
            key={`${at} ${model}`}
            label={t("place", { tier: name, place: at + 1 })}
            model={model}
            isUnpriced={unpriced.includes(model)}
            gone={isGone(model) ? toProviderId(model) : null}
            isFirst={at === 0}
            isLast={at === chain.length - 1}
            onReplace={() => setPlace(at)}
            onUp={() => onChange(swapWithNext(chain, at - 1))}
            onDown={() => onChange(swapWithNext(chain, at))}
            onRemove={() => onChange(chain.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {chain.length < maxChainLength && (
        <button
          type="button"
          className="quiet-button -ms-2 mt-1"
          aria-label={t("addTo", { tier: name })}
          onClick={() => setPlace(chain.length)}
        >
          <Plus className="size-4" aria-hidden="true" />
          {t("add")}
        </button>
      )}
      {place !== null && (
        <ModelPicker
          title={t("addTo", { tier: name })}
          taken={chain}
          onPick={(ref) => onChange(chain.toSpliced(place, 1, ref))}
          onClose={() => setPlace(null)}
        />
      )}
    </section>
  );
}

type EffectiveProps = Pick<Props, "effective" | "unpriced"> & {
  notes: NonNullable<SettingsReply["modelNotes"]>;
  /** Its provider is not set up, or not any more. */
  isGone: (ref: string) => boolean;
  isAutomatic: boolean;
};

function Effective({ effective, unpriced, notes, isGone, isAutomatic }: EffectiveProps) {
  const t = useTranslations("admin.tiers");
  if (effective.length === 0) return <p className="py-2 text-xs leading-5 text-quiet">{t("nothing")}</p>;
  return (
    <div className="py-2 text-xs leading-5 text-quiet">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {t("serving")}
        {effective.map((model) => (
          <span key={model}>
            <code className="rounded-md bg-sunken px-1.5 py-0.5 font-mono text-ink wrap-anywhere">
              {model}
            </code>
            {isGone(model) && <span className="ms-1 text-bad">{t("goneShort")}</span>}
            {unpriced.includes(model) && !isGone(model) && (
              <span className="ms-1 text-partly">{t("unpricedShort")}</span>
            )}
          </span>
        ))}
      </p>
      {isAutomatic && <p>{t("automatic")}</p>}
      {effective.map((model) => (
        <Notes key={model} model={model} note={notes[model]} />
      ))}
    </div>
  );
}

/** What a model's server does not take, and what its window does not hold. */
function Notes({ model, note }: { model: string; note: ModelNote | undefined }) {
  const t = useTranslations("admin.tiers.notes");
  if (note === undefined) return null;
  const { refused, tools } = note;
  const others = refused.filter((field) => field !== "tools");
  const lines = [
    ...(refused.includes("tools") ? [t("textTools")] : []),
    ...(others.length > 0 ? [t("refused", { fields: others.join(", ") })] : []),
    ...(tools === undefined ? [] : [t("window", tools)]),
  ];
  return lines.map((line) => (
    <p key={line} className="pb-1 text-xs leading-5 text-quiet">
      <code className="font-mono wrap-anywhere">{model}</code> {line}
    </p>
  ));
}

function swapWithNext(chain: readonly string[], place: number): string[] {
  const [model, next] = chain.slice(place, place + 2);
  return model === undefined || next === undefined ? [...chain] : chain.toSpliced(place, 2, next, model);
}

type ChainRowProps = {
  label: string;
  model: string;
  isUnpriced: boolean;
  /** The provider that is not set up, or not any more. */
  gone: string | null;
  isFirst: boolean;
  isLast: boolean;
  onReplace: () => void;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
};

function ChainRow({ label, model, isUnpriced, gone, isFirst, isLast, ...on }: ChainRowProps) {
  const t = useTranslations("admin.tiers");
  return (
    <li className="flex flex-wrap items-center gap-1">
      <button
        type="button"
        aria-label={`${label}: ${model}`}
        title={t("replace")}
        onClick={on.onReplace}
        className="text-field min-w-0 flex-1 truncate text-start font-mono text-[13px] hover:bg-sunken"
      >
        {model}
      </button>
      <IconButton
        label={t("up", { model })}
        icon={<ArrowUp className="size-4" aria-hidden="true" />}
        disabled={isFirst}
        onClick={on.onUp}
      />
      <IconButton
        label={t("down", { model })}
        icon={<ArrowDown className="size-4" aria-hidden="true" />}
        disabled={isLast}
        onClick={on.onDown}
      />
      <IconButton
        label={t("remove", { model })}
        icon={<X className="size-4" aria-hidden="true" />}
        onClick={on.onRemove}
      />
      {gone !== null && <p className="w-full text-xs leading-5 text-bad">{t("gone", { provider: gone })}</p>}
      {isUnpriced && gone === null && <p className="w-full text-xs leading-5 text-partly">{t("unpriced")}</p>}
    </li>
  );
}
