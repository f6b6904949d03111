import { Plus, ArrowDown, ArrowUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, useEffect, useRef } from "react";
import { maxChainLength, modelPattern } from "@/lib/protocol/settings-fields";
import type { ModelNote, SettingsReply } from "@/lib/protocol/settings";
import { IconButton } from "@/components/ui/icon-button";
import { toProviderId, useIsGone } from "./use-is-gone";
import { useSettings } from "./use-settings";

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
  const { name, help, chain, effective, unpriced, notes = {}, onChange } = props;
  const t = useTranslations("admin.tiers");
  const { reply, draft } = useSettings().form;
  const isGone = useIsGone();
  const suggestions = new Set([
    ...Object.keys(draft.modelOptions),
    ...reply.providers.flatMap(({ models }) => models),
  ]);
  const listId = useId();
  const [added, setAdded] = useState<number | null>(null);
  const add = (): void => {
    setAdded(chain.length);
    onChange([...chain, ""]);
  };
  return (
    <section className="rounded-xl border border-hairline bg-raised px-4 py-3" aria-label={name}>
      <h3 className="text-sm font-medium">
        {name} <span className="font-normal text-quiet">{help}</span>
      </h3>
      <Effective {...{ effective, unpriced, notes, isGone }} isAutomatic={props.isAutomatic ?? !chain.length} />
      <datalist id={listId}>
        {[...suggestions].map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <ol className="grid gap-1.5">
        {chain.map((model, place) => (
          <ChainRow
            key={place}
            label={t("place", { tier: name, place: place + 1 })}
            model={model}
            listId={listId}
            isUnpriced={unpriced.includes(model.trim())}
            gone={isGone(model) ? toProviderId(model) : null}
            isWrong={model !== "" && !modelPattern.test(model)}
            isNew={place === added}
            isFirst={place === 0}
            isLast={place === chain.length - 1}
            onChange={(changed) => onChange(chain.with(place, changed))}
            onUp={() => onChange(swapWithNext(chain, place - 1))}
            onDown={() => onChange(swapWithNext(chain, place))}
            onRemove={() => onChange(chain.toSpliced(place, 1))}
          />
        ))}
      </ol>
      {chain.length < maxChainLength && (
        <button
          type="button"
          className="quiet-button -ms-2 mt-1"
          aria-label={t("addTo", { tier: name })}
          onClick={add}
        >
          <Plus className="size-4" aria-hidden="true" />
          {t("add")}
        </button>
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
  listId: string;
  isWrong: boolean;
  isUnpriced: boolean;
  /** The provider that is not set up, or not any more. */
  gone: string | null;
  /** Just added by the person, who goes on by writing in it. */
  isNew: boolean;
  isFirst: boolean;
  isLast: boolean;
  onChange: (model: string) => void;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
};

function ChainRow({
  label,
  model,
  listId,
  isWrong,
  isUnpriced,
  gone,
  isNew,
  isFirst,
  isLast,
  onChange,
  onUp,
  onDown,
  onRemove,
}: ChainRowProps) {
  const t = useTranslations("admin.tiers");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) input.current?.focus();
  }, [isNew]);
  return (
    <li className="flex flex-wrap items-center gap-1">
      <input
        ref={input}
        value={model}
        list={listId}
        aria-invalid={isWrong}
        placeholder="provider:model"
        aria-label={label}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onChange(event.target.value)}
        className="text-field min-w-0 flex-1 font-mono text-[13px]"
      />
      <IconButton
        label={t("up", { model })}
        icon={<ArrowUp className="size-4" aria-hidden="true" />}
        disabled={isFirst}
        onClick={onUp}
      />
      <IconButton
        label={t("down", { model })}
        icon={<ArrowDown className="size-4" aria-hidden="true" />}
        disabled={isLast}
        onClick={onDown}
      />
      <IconButton
        label={t("remove", { model })}
        icon={<X className="size-4" aria-hidden="true" />}
        onClick={onRemove}
      />
      {gone !== null && <p className="w-full text-xs leading-5 text-bad">{t("gone", { provider: gone })}</p>}
      {isUnpriced && gone === null && <p className="w-full text-xs leading-5 text-partly">{t("unpriced")}</p>}
      {isWrong && <p className="w-full text-xs leading-5 text-bad">{t("pattern")}</p>}
    </li>
  );
}
