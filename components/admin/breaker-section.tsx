import { RotateCw } from "lucide-react";
import { useTranslations, useFormatter } from "next-intl";
import { listBreakers } from "@/lib/features/operations/api";
import { loadFrom } from "@/lib/client/request";
import type { BreakerKind, BreakerState } from "@/lib/protocol/breakers";
import { PageSection } from "./page-frame";
import { useLoaded } from "./use-loaded";
import { useSettings } from "./use-settings";
import { toolNames } from "@/components/tools/views";

export const loadBreakers = loadFrom(listBreakers);

/** What of a kind fails at the moment, and what is left alone, as the server that answers has found. */
export function BreakerSection({ kind }: { kind: BreakerKind }) {
  const t = useTranslations("admin.breakers");
  const { value, reason, isLoading, reload } = useLoaded(loadBreakers);
  const { engines = [] } = useSettings().form.reply;
  const names = Object.fromEntries(engines.map(({ id, name }) => [id, name]));
  const refresh = (
    <button type="button" className="quiet-button -me-2" disabled={isLoading} onClick={reload}>
      <RotateCw className="size-4" aria-hidden="true" />
      {t("refresh")}
    </button>
  );
  return (
    <PageSection title={t(`title.${kind}`)} help={t("help")} aside={refresh}>
      {reason !== null && (
        <p role="alert" className="pt-4 text-sm leading-5 text-bad">
          {t("failed", { reason })}
        </p>
      )}
      <div role="status" aria-busy={isLoading} className={isLoading ? "opacity-60" : ""}>
        {value === null ? (
          isLoading && <p className="pt-4 text-sm leading-5 text-quiet">{t("loading")}</p>
        ) : (
          <BreakerList breakers={value.breakers.filter((breaker) => breaker.kind === kind)} names={names} />
        )}
      </div>
    </PageSection>
  );
}

/** What failed last, and whether it is called at the moment. `names` are search engines', by their ids. */
export function BreakerList({
  breakers,
  names = {},
  onReset = null,
}: {
  breakers: readonly BreakerState[];
  names?: EngineNames;
  onReset?: OnReset;
}) {
  const t = useTranslations("admin.breakers");
  if (breakers.length === 0) return <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>;
  return (
    <ul>
      {breakers.map((breaker) => (
        <BreakerRow key={`${breaker.kind} ${breaker.name}`} {...{ breaker, names, onReset }} />
      ))}
    </ul>
  );
}

type EngineNames = Readonly<Partial<Record<string, string>>>;
type RowProps = { breaker: BreakerState; names: EngineNames };
/** Ends a pause; `null` for who may not. */
type OnReset = ((breaker: BreakerState) => void) | null;

function BreakerRow({ breaker, names, onReset }: RowProps & { onReset: OnReset }) {
  const t = useTranslations("admin.breakers");
  const format = useFormatter();
  const { state, last } = breaker;
  const time = last === null ? "" : format.dateTime(last.at, { timeStyle: "medium" });
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BreakerName breaker={breaker} names={names} />
        <span
          className={`rounded-full px-2.5 text-xs leading-6 ${state === "closed" ? "bg-sunken text-quiet" : "bg-bad-tint text-bad"}`}
        >
          {t(state === "closed" ? "calls" : "paused")}
        </span>
      </div>
      <p className="text-sm leading-5">
        <BreakerWhen breaker={breaker} />
      </p>
      {last !== null && (
        <p className="text-sm leading-5 text-quiet wrap-anywhere">
          {t("last", { time, message: last.message })}
        </p>
      )}
      {onReset !== null && (
        <button type="button" className="quiet-button -ms-2" onClick={() => onReset(breaker)}>
          {t("reset")}
          <span className="sr-only">: {breaker.name}</span>
        </button>
      )}
    </li>
  );
}

function BreakerName({ breaker: { kind, name }, names }: RowProps) {
  const t = useTranslations("tools");
  const engine = kind === "engine" ? names[name] : undefined;
  if (engine !== undefined) return <h3 className="font-medium">{engine}</h3>;
  const tool = kind === "tool" ? toolNames.find((known) => known === name) : undefined;
  if (tool !== undefined) return <h3 className="font-medium">{t(`${tool}.setting.name`)}</h3>;
  return <h3 className="font-mono text-sm wrap-anywhere">{name}</h3>;
}

function BreakerWhen({ breaker: { state, failures, retryAfter } }: { breaker: BreakerState }) {
  const t = useTranslations("admin.breakers");
  switch (state) {
    case "closed":
      return t("stillCalled", { failures });
    case "trying":
      return t("trying", { failures });
    case "open":
      return retryAfter === null || retryAfter === 0
        ? t("due", { failures })
        : t("triedIn", { failures, seconds: retryAfter });
  }
}
