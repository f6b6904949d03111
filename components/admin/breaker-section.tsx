import { useTranslations, useFormatter } from "next-intl";
import { listBreakers } from "@/lib/features/operations/api";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { BreakerKind, BreakersReply, BreakerState } from "@/lib/protocol/breakers";
import { PageSection, Refresh } from "./page-frame";
import { useSettings } from "./use-settings";
import { toolNames } from "@/components/tools/views";
import { ResourceList } from "@/components/ui/resource-list";

/** What fails, or is left alone, as the server that answers has found. */
export const breakerList = {
  load: loadFrom(listBreakers),
  key: ({ kind, name }: BreakerState) => `${kind} ${name}`,
  page: ({ breakers: items }: BreakersReply) => ({ items }),
};

/** What of a kind fails at the moment. */
export function BreakerSection({ kind }: { kind: BreakerKind }) {
  const t = useTranslations("admin.breakers");
  const list = useResource(breakerList);
  const { engines = [] } = useSettings().form.reply;
  const names = Object.fromEntries(engines.map(({ id, name }) => [id, name]));
  const items = list.items.filter((breaker) => breaker.kind === kind);
  return (
    <PageSection
      title={t(`title.${kind}`)}
      help={t("help")}
      aside={<Refresh isBusy={list.phase === "loading"} onClick={() => void list.reload()} />}
    >
      <ResourceList list={{ ...list, items }} empty={t("none")}>
        <BreakerList breakers={items} names={names} />
      </ResourceList>
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
  if (tool !== undefined) return <h3 className="font-medium">{t(`${tool}.name`)}</h3>;
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
