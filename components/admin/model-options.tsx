import { useNamedProviders } from "./use-named-providers";
import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { useAccessReason } from "@/components/models/use-access-reason";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SearchBox } from "@/components/ui/search-box";
import { Switch } from "@/components/ui/switch";
import { Problem } from "@/components/ui/problem";
import { listModels } from "@/lib/features/settings/api";
import { call } from "@/lib/client/request";
import type { ModelRow, ProviderState } from "@/lib/protocol/settings";
import type { ModelOption, SetPrice } from "@/lib/protocol/settings-fields";
import { toProviderId, useIsGone } from "./use-is-gone";
import { useSettings } from "./use-settings";

/** What is known here without a list: of which models the price is not, and the windows that are. */
type KnownModels = { unpriced: readonly string[]; windows: Readonly<Record<string, number>> };

/** The models that people may choose, each on or off, and those of a provider's own list to add. */
export function ModelOptions({ unpriced, windows }: KnownModels) {
  const t = useTranslations("admin.models");
  const tTiers = useTranslations("admin.tiers");
  const toFacts = useFacts();
  const isGone = useIsGone();
  const { draft, reply, change } = useSettings().form;
  const { modelOptions, prices } = draft;
  const answering = [...reply.effectiveTiers.main, ...reply.effectiveTiers.pro];
  const set = (ref: string, option: ModelOption | null): void => {
    const { [ref]: _before, ...others } = modelOptions;
    change("modelOptions", option === null ? others : { ...others, [ref]: option });
  };
  const add = (ref: string, { contextWindow, price, known, isAnswering }: ModelRow): void => {
    set(ref, { isOffered: isAnswering, ...(contextWindow !== null && { contextWindow }) });
    // A list may say 0 of what it has no price for.
    if (price === null || known.price !== null || price.inputPerMillion + price.outputPerMillion === 0)
      return;
    change("prices", { ...prices, [ref]: { ...price, asOf: new Date().toISOString().slice(0, 10) } });
  };
  return (
    <>
      <ul>
        {[...new Set([...answering, ...Object.keys(modelOptions)])].map((ref) => (
          <OptionRow
            key={ref}
            model={ref}
            option={modelOptions[ref] ?? {}}
            facts={
              isGone(ref)
                ? tTiers("gone", { provider: toProviderId(ref) })
                : toFacts(
                    modelOptions[ref]?.contextWindow ?? windows[ref] ?? null,
                    toPrice(prices[ref] ?? reply.knownPrices[ref]),
                    unpriced.includes(ref),
                  )
            }
            isAnswering={answering.includes(ref)}
            onChange={(option) => set(ref, option)}
          />
        ))}
      </ul>
      <AddFromList isAdded={(ref) => ref in modelOptions} onAdd={add} />
      <p className="pt-3 text-xs leading-5 text-quiet">{t("byHand")}</p>
    </>
  );
}

type PriceView = { inputPerMillion: number; outputPerMillion: number };

function toPrice(set: SetPrice | undefined): PriceView | null {
  const { inputPerMillion, outputPerMillion } = set ?? {};
  return inputPerMillion === undefined || outputPerMillion === undefined
    ? null
    : { inputPerMillion, outputPerMillion };
}

/** What is known of a model in a line; "price unknown" is left to where that is certain. */
function useFacts() {
  const t = useTranslations("admin.models");
  const format = useFormatter();
  const toDollars = (amount: number): string =>
    format.number(amount, {
      style: "currency",
      currency: "USD",
      maximumFractionDigits: 4,
      minimumFractionDigits: 0,
    });
  return (contextWindow: number | null, price: PriceView | null, isUnpriced: boolean): string =>
    [
      contextWindow === null ? t("windowUnknown") : t("window", { tokens: contextWindow }),
      ...(price === null
        ? isUnpriced
          ? [t("priceUnknown")]
          : []
        : [
            t("price", {
              input: toDollars(price.inputPerMillion),
              output: toDollars(price.outputPerMillion),
            }),
          ]),
    ].join(" · ");
}

function ModelLine({ name, facts, children }: { name: string; facts: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline py-2 last:border-0">
      <p className="min-w-0 flex-[1_1_12rem]">
        <span className="block font-mono text-[13px] wrap-anywhere">{name}</span>
        <span className="block text-xs leading-5 text-quiet">{facts}</span>
      </p>
      {children}
    </li>
  );
}

type OptionProps = {
  model: string;
  option: ModelOption;
  facts: string;
  /** A model that answers, and is offered by default. */
  isAnswering: boolean;
  onChange: (option: ModelOption | null) => void;
};

function OptionRow({ model, option, facts, isAnswering, onChange }: OptionProps) {
  const t = useTranslations("admin.models");
  const isOffered = option.isOffered ?? isAnswering;
  return (
    <ModelLine name={model} facts={facts}>
      <Switch
        label={t("offer", { model })}
        isOn={isOffered}
        onChange={(isOn) => onChange({ ...option, isOffered: isOn })}
      />
      {!isAnswering && (
        <IconButton
          label={t("remove", { model })}
          icon={<X className="size-4" aria-hidden="true" />}
          onClick={() => onChange(null)}
        />
      )}
    </ModelLine>
  );
}

type ListProps = { isAdded: (ref: string) => boolean; onAdd: (ref: string, row: ModelRow) => void };
type Group = { provider: ProviderState; models: ModelRow[] };

/** Asks a provider for its models. */
function AddFromList(props: ListProps) {
  const t = useTranslations("admin.models");
  const providers = useNamedProviders(useSettings().form.reply.providers);
  const ready = providers.filter(({ key }) => key !== "none" && key !== "unneeded");
  const [id, setId] = useState("");
  const provider = ready.find((each) => each.id === id) ?? ready[0];
  const explain = useAccessReason(provider?.name ?? "", true);
  const [state, setState] = useState<{ isAsking: boolean; problem: string | null; listed: Group | null }>({
    ...{ isAsking: false, problem: null, listed: null },
  });
  if (provider === undefined) return <p className="pt-3 text-sm text-quiet">{t("noProvider")}</p>;
  const list = async (): Promise<void> => {
    setState({ isAsking: true, problem: null, listed: null });
    const answer = await call(listModels, { query: { provider: provider.id } });
    const models = answer.ok ? answer.value.models : null;
    const problem = answer.ok ? (models === null ? t("noList") : null) : explain(answer);
    setState({ isAsking: false, problem, listed: models && { provider, models } });
  };
  return (
    <div className="pt-4">
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!state.isAsking) void list();
        }}
      >
        <select
          value={provider.id}
          aria-label={t("provider")}
          onChange={(event) => setId(event.target.value)}
          className="text-field min-w-40 flex-1"
        >
          {ready.map(({ id: each, name }) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
        <Button type="submit" disabled={state.isAsking}>
          {t(state.isAsking ? "listing" : "list")}
        </Button>
      </form>
      <Problem className="pt-2">{state.problem}</Problem>
      {state.listed !== null && (
        <ListedModels key={state.listed.provider.id} listed={state.listed} {...props} />
      )}
    </div>
  );
}

/** More than these are found by their names. */
const mostShown = 50;

function ListedModels({ listed: { provider, models }, isAdded, onAdd }: ListProps & { listed: Group }) {
  const t = useTranslations("admin.models");
  const toFacts = useFacts();
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = models.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <section aria-label={t("listOf", { provider: provider.name })} className="pt-3">
      <SearchBox
        ref={search}
        label={t("search")}
        placeholder={t("search")}
        value={text}
        onClear={() => setText("")}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status" className="pt-2 text-xs leading-5 text-quiet">
        {t(found.length > mostShown ? "foundMany" : "found", { count: found.length, shown: mostShown })}
      </p>
      <ul>
        {found.slice(0, mostShown).map((row) => {
          const { name, contextWindow, price, known } = row;
          const ref = `${provider.id}:${name}`;
          const facts = toFacts(
            contextWindow ?? known.contextWindow,
            price ?? known.price,
            price === null && known.price === null,
          );
          return (
            <ModelLine key={name} name={name} facts={facts}>
              <Button
                disabled={isAdded(ref)}
                aria-label={t(isAdded(ref) ? "addedModel" : "addModel", { model: name })}
                onClick={() => onAdd(ref, row)}
              >
                {t(isAdded(ref) ? "added" : "add")}
              </Button>
            </ModelLine>
          );
        })}
      </ul>
    </section>
  );
}
