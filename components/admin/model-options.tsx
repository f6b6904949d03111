import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { DataTable } from "@/components/ui/table";
import type { Column } from "@/components/ui/use-table-view";
import { useReason } from "@/components/ui/use-reason";
import { call } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { testModel } from "@/lib/features/settings/api";
import type { ModelRow, ModelTestReply } from "@/lib/protocol/settings";
import { modelTiers, type ModelOption } from "@/lib/protocol/settings-fields";
import { breakerList } from "./breaker-section";
import { toLocalList } from "./local-list";
import { ModelPicker } from "./model-picker";
import { TestResult } from "./test-result";
import { toProviderId, useIsGone } from "./use-is-gone";
import { usePriceWords } from "./use-model-facts";
import { useNamedProviders } from "./use-named-providers";
import { useSettings } from "./use-settings";

/** What is known here without a list: of which models the price is not, and the windows that are. */
type KnownModels = { unpriced: readonly string[]; windows: Readonly<Record<string, number>> };

/** One model in the table. */
type Row = {
  ref: string;
  provider: string;
  uses: string;
  option: ModelOption;
  /** One that answers people, and is offered to them by default. */
  isAnswering: boolean;
  window: number | null;
  price: string | null;
};
type Tests = Readonly<Record<string, ModelTestReply | "asking">>;

/** The models in use and those that people may choose, with what they cost and how they are. */
export function ModelOptions(known: KnownModels) {
  const t = useTranslations("admin.models");
  const { draft, change } = useSettings().form;
  const rows = useRows(known);
  const [isPicking, setPicking] = useState(false);
  const { tests, test } = useTests();
  const { items: breakers } = useResource(breakerList);
  const paused = breakers.flatMap(({ kind, name, state }) =>
    kind === "model" && state !== "closed" ? [name] : [],
  );
  const inUse = rows.filter(({ uses }) => uses !== "");
  const set = (ref: string, option: ModelOption | null): void => {
    const { [ref]: _before, ...others } = draft.modelOptions;
    change("modelOptions", option === null ? others : { ...others, [ref]: option });
  };
  const add = (ref: string, row: ModelRow | null): void => {
    const { contextWindow = null, price = null, isAnswering = true } = row ?? {};
    set(ref, { isOffered: isAnswering, ...(contextWindow !== null && { contextWindow }) });
    // A list may say 0 of what it has no price for.
    if (price === null || row?.known.price || price.inputPerMillion + price.outputPerMillion === 0) return;
    const asOf = new Date().toISOString().slice(0, 10);
    change("prices", { ...draft.prices, [ref]: { ...price, asOf } });
  };
  const columns = useColumns({ unpriced: known.unpriced, paused, tests, set });
  return (
    <>
      <div className="flex flex-wrap gap-2 pb-3">
        <Button onClick={() => setPicking(true)}>{t("addFromList")}</Button>
        <Button disabled={inUse.length === 0} onClick={() => void test(inUse.map(({ ref }) => ref))}>
          {t("testInUse")}
        </Button>
      </div>
      <DataTable
        name="models"
        label={t("table")}
        list={toLocalList(rows)}
        rowKey={({ ref }) => ref}
        empty={t("none")}
        columns={columns}
      />
      {isPicking && (
        <ModelPicker
          title={t("addFromList")}
          taken={Object.keys(draft.modelOptions)}
          onPick={add}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

type ColumnOptions = Pick<KnownModels, "unpriced"> & {
  paused: readonly string[];
  tests: ReturnType<typeof useTests>["tests"];
  set: (ref: string, option: ModelOption | null) => void;
};

function useColumns({ unpriced, paused, tests, set }: ColumnOptions): Column<Row>[] {
  const t = useTranslations("admin.models");
  const format = useFormatter();
  return [
    {
      ...{ id: "model", name: t("columns.model"), isMain: true },
      value: ({ ref }) => ref.slice(toProviderId(ref).length + 1),
      cell: ({ ref }) => <ModelName modelRef={ref} />,
    },
    {
      ...{ id: "provider", name: t("columns.provider") },
      value: ({ provider }) => provider,
      cell: ({ provider }) => provider,
    },
    {
      ...{ id: "uses", name: t("columns.uses") },
      value: ({ uses }) => uses,
      cell: ({ uses }) => uses || "–",
    },
    {
      ...{ id: "offered", name: t("columns.offered"), isControl: true },
      value: (row) => (isOffered(row) ? 1 : 0),
      cell: (row) => (
        <Switch
          label={t("offer", { model: row.ref })}
          isOn={isOffered(row)}
          onChange={(isOn) => set(row.ref, { ...row.option, isOffered: isOn })}
        />
      ),
    },
    {
      ...{ id: "context", name: t("columns.context"), isEnd: true },
      value: ({ window }) => window,
      cell: ({ window }) => (window === null ? "–" : format.number(window, { notation: "compact" })),
    },
    {
      ...{ id: "price", name: t("columns.price"), isEnd: true },
      value: ({ price }) => price,
      cell: ({ ref, price }) =>
        price ?? (unpriced.includes(ref) ? <span className="text-partly">{t("priceUnknown")}</span> : "–"),
    },
    {
      ...{ id: "state", name: t("columns.state") },
      value: () => null,
      cell: (row) => (
        <ModelState
          row={row}
          isPaused={paused.includes(row.ref)}
          test={tests[row.ref]}
          onRemove={() => set(row.ref, null)}
        />
      ),
    },
  ];
}

/** A phone has no room for how the model is. */
function ModelName({ modelRef }: { modelRef: string }) {
  const t = useTranslations("admin.tiers");
  const isGone = useIsGone()(modelRef);
  return (
    <>
      <span className="font-mono text-[13px] wrap-anywhere">
        {modelRef.slice(toProviderId(modelRef).length + 1)}
      </span>
      {isGone && <span className="ms-1 text-bad sm:hidden">{t("goneShort")}</span>}
    </>
  );
}

const isOffered = ({ option, isAnswering }: Row): boolean => option.isOffered ?? isAnswering;

function useRows({ windows }: KnownModels): Row[] {
  const t = useTranslations("admin.tiers");
  const tBar = useTranslations("admin.bar");
  const toPrice = usePriceWords();
  const { draft, reply } = useSettings().form;
  const providers = useNamedProviders(reply.providers);
  const { effectiveTiers, knownPrices } = reply;
  const answering = [...effectiveTiers.main, ...effectiveTiers.pro];
  const refs = new Set([...Object.values(effectiveTiers).flat(), ...Object.keys(draft.modelOptions)]);
  return [...refs].map((ref) => ({
    ref,
    provider: providers.find(({ id }) => id === toProviderId(ref))?.name ?? toProviderId(ref),
    uses: modelTiers
      .filter((tier) => effectiveTiers[tier].includes(ref))
      .map((tier) => t(`${tier}.name`))
      .join(tBar("separator")),
    option: draft.modelOptions[ref] ?? {},
    isAnswering: answering.includes(ref),
    window: draft.modelOptions[ref]?.contextWindow ?? windows[ref] ?? null,
    price: toPrice(draft.prices[ref] ?? knownPrices[ref]),
  }));
}

/** Asks models one after the other, as replies ask them. */
function useTests() {
  const explain = useReason();
  const [tests, setTests] = useState<Tests>({});
  const test = async (refs: readonly string[]): Promise<void> => {
    for (const model of refs) {
      setTests((before) => ({ ...before, [model]: "asking" }));
      const answer = await call(testModel, { body: { model } });
      const result = answer.ok
        ? answer.value
        : { ok: false, latencyMs: 0, message: explain(answer), lacks: [] };
      setTests((before) => ({ ...before, [model]: result }));
    }
  };
  return { tests, test };
}

type StateProps = {
  row: Row;
  isPaused: boolean;
  test: Tests[string] | undefined;
  onRemove: () => void;
};

/** How a model is: not set up any more, paused, or as it answered when it was asked. */
function ModelState({ row: { ref, uses }, isPaused, test, onRemove }: StateProps) {
  const t = useTranslations("admin");
  const isGone = useIsGone();
  return (
    <span className="flex flex-wrap items-center justify-between gap-2" role="status">
      <span className="min-w-0">
        {isGone(ref) && <span className="text-bad">{t("tiers.gone", { provider: toProviderId(ref) })}</span>}
        {isPaused && <span className="text-bad">{t("breakers.paused")}</span>}
        {test === "asking" && t("providers.testing")}
        {test !== undefined && test !== "asking" && <TestResult result={test} />}
      </span>
      {uses === "" && (
        <IconButton
          label={t("models.remove", { model: ref })}
          icon={<X className="size-4" aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </span>
  );
}
