import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useAccessReason } from "@/components/models/use-access-reason";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Problem } from "@/components/ui/problem";
import { SearchBox } from "@/components/ui/search-box";
import { call, type RequestFailure } from "@/lib/client/request";
import { listModels } from "@/lib/features/settings/api";
import type { ModelRow, ProviderState } from "@/lib/protocol/settings";
import { modelPattern } from "@/lib/protocol/settings-fields";
import { useModelFacts } from "./use-model-facts";
import { useNamedProviders } from "./use-named-providers";
import { useSettings } from "./use-settings";

type Props = {
  title: string;
  /** Those that cannot be chosen again. */
  taken: readonly string[];
  /** `row` is what its provider's list says of it. */
  onPick: (ref: string, row: ModelRow | null) => void;
  onClose: () => void;
};

/** The models of every provider that is set up, from its own list; one that is in no list is typed. */
export function ModelPicker({ title, taken, onPick, onClose }: Props) {
  const t = useTranslations("admin.models");
  const tCommon = useTranslations("common");
  const providers = useNamedProviders(useSettings().form.reply.providers).filter(({ key }) => key !== "none");
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const choose = (ref: string, row: ModelRow | null = null): void => {
    onPick(ref, row);
    onClose();
  };
  return (
    <Dialog isOpen title={title} closeLabel={tCommon("close")} onClose={onClose}>
      {providers.length === 0 && <p className="pb-3 text-sm text-quiet">{t("noProvider")}</p>}
      <SearchBox
        ref={search}
        label={t("search")}
        placeholder={t("search")}
        value={text}
        onClear={() => setText("")}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="max-h-[50dvh] overflow-y-auto">
        {providers.map((provider) => (
          <ProviderModels key={provider.id} {...{ provider, taken, text }} onPick={choose} />
        ))}
      </div>
      <TypedModel taken={taken} onPick={choose} />
    </Dialog>
  );
}

/** More than these are found by their names. */
const mostShown = 50;

type ModelsProps = Pick<Props, "taken" | "onPick"> & { provider: ProviderState; text: string };

function ProviderModels({ provider, taken, text, onPick }: ModelsProps) {
  const t = useTranslations("admin.models");
  const { list, failure } = useModelList(provider);
  const explain = useAccessReason(provider.name, true);
  const toFacts = useModelFacts();
  const refs = new Map<string, ModelRow | null>([
    ...provider.models.map((ref) => [ref, null] as const),
    ...(list ?? []).map((row) => [`${provider.id}:${row.name}`, row] as const),
  ]);
  const wanted = text.trim().toLowerCase();
  const found = [...refs].filter(([ref]) => ref.toLowerCase().includes(wanted));
  return (
    <section aria-label={t("listOf", { provider: provider.name })} className="pt-4">
      <h3 className="text-card">{provider.name}</h3>
      <p role="status" className="text-small text-quiet empty:hidden">
        {list === undefined && failure === null && t("listing")}
        {list === null && t("noList")}
        {found.length > mostShown && t("foundMany", { count: found.length, shown: mostShown })}
        {wanted !== "" && found.length === 0 && t("found", { count: 0 })}
      </p>
      <Problem>{failure && explain(failure)}</Problem>
      <ul>
        {found.slice(0, mostShown).map(([ref, row]) => (
          <li
            key={ref}
            className="flex flex-wrap items-center gap-x-3 border-b border-hairline py-2 last:border-0"
          >
            <p className="min-w-0 flex-[1_1_12rem]">
              <span className="block font-mono text-[13px] wrap-anywhere">
                {ref.slice(provider.id.length + 1)}
              </span>
              <span className="block text-small text-quiet">{row && toFacts(row)}</span>
            </p>
            <Button
              disabled={taken.includes(ref)}
              aria-label={t(taken.includes(ref) ? "addedModel" : "addModel", { model: ref })}
              onClick={() => onPick(ref, row)}
            >
              {t(taken.includes(ref) ? "added" : "add")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ModelList = { list: readonly ModelRow[] | null | undefined; failure: RequestFailure | null };

/** What a provider lists now: `undefined` until it answers, `null` where it has no list. */
function useModelList({ id, key }: ProviderState): ModelList {
  const [answered, setAnswered] = useState<ModelList>({ list: undefined, failure: null });
  const isAsked = key !== "unneeded";
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    void call(listModels, { query: { provider: id }, signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return;
      setAnswered(
        answer.ok ? { list: answer.value.models, failure: null } : { list: undefined, failure: answer },
      );
    });
    return () => stop.abort();
  }, [id, isAsked]);
  return isAsked ? answered : { list: [], failure: null };
}

function TypedModel({ taken, onPick }: Pick<Props, "taken" | "onPick">) {
  const t = useTranslations("admin.models");
  const tTiers = useTranslations("admin.tiers");
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const ref = typed.trim();
  return (
    <form
      className="flex flex-wrap items-center gap-2 border-t border-hairline pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        const isGood = modelPattern.test(ref) && !taken.includes(ref);
        setWrong(!isGood);
        if (isGood) onPick(ref, null);
      }}
    >
      <input
        value={typed}
        placeholder="provider:model"
        spellCheck={false}
        autoCapitalize="none"
        aria-label={t("byHand")}
        aria-invalid={isWrong}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        className="text-field min-w-40 flex-1 font-mono text-[13px]"
      />
      <Button type="submit">{t("add")}</Button>
      <p className="w-full text-small text-quiet">{t("byHand")}</p>
      <Problem className="w-full">
        {isWrong && (taken.includes(ref) ? t("addedModel", { model: ref }) : tTiers("pattern"))}
      </Problem>
    </form>
  );
}
