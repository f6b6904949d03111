"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BreakerSection } from "@/components/admin/breaker-section";
import { withMember } from "@/components/admin/setting-paths";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { SettingFields, useRow } from "@/components/admin/setting-control";
import { SettingRow } from "@/components/admin/setting-row";
import { useSettings } from "@/components/admin/use-settings";
import type { EngineState, EngineTestReply } from "@/lib/protocol/settings";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { testEngine } from "@/lib/features/search/api";
import { call } from "@/lib/client/request";
import { KeyField } from "@/components/models/key-field";
import { KeyMark } from "@/components/admin/key-mark";
import { Switch } from "@/components/ui/switch";
import { TestResult } from "@/components/admin/test-result";
import { useReason } from "@/components/ui/use-reason";

/** Who is asked when the agent searches, and in which order. */
export function SearchPage() {
  const t = useTranslations("admin");
  const { form } = useSettings();
  const row = useRow("searchEngines", "disabledEngines");
  return (
    <PageFrame page="search">
      {!form.draft.webSearchEnabled && (
        <p className="mt-4 rounded-xl bg-partly-tint px-4 py-3 text-sm leading-5">
          {t("engines.webOff")}{" "}
          <Link href="/admin/tools" prefetch={false} className="text-accent underline underline-offset-4">
            {t("engines.toTools")}
          </Link>
        </p>
      )}
      <SettingRow {...row} isSection>
        <EngineList />
      </SettingRow>
      <PageSection title={t("engines.answers.title")} help={t("engines.answers.help")}>
        <SettingFields section="search" />
      </PageSection>
      <BreakerSection kind="engine" />
    </PageFrame>
  );
}

/** The engines in the order in which they are asked; what is moved is announced. */
function EngineList() {
  const t = useTranslations("admin");
  const { draft, reply, change, reload } = useSettings().form;
  const [moved, setMoved] = useState("");
  const engines = orderEngines(reply.engines ?? [], draft.searchEngines);
  const move = (id: string, by: -1 | 1): void => {
    const ids = moveEngine(engines, id, by);
    change("searchEngines", ids);
    setMoved(
      t("engines.moved", {
        engine: engines.find((engine) => engine.id === id)?.name ?? id,
        place: ids.indexOf(id) + 1,
      }),
    );
  };
  return (
    <>
      {engines.length === 0 && <p className="text-sm leading-5 text-quiet">{t("engines.none")}</p>}
      <ol className="grid gap-3">
        {engines.map((engine, place) => (
          <EngineRow
            key={engine.id}
            engine={engine}
            place={place + 1}
            isLast={place === engines.length - 1}
            isOn={!draft.disabledEngines.includes(engine.id)}
            onToggle={(isOn) =>
              change("disabledEngines", withMember(draft.disabledEngines, engine.id, !isOn))
            }
            onMove={(by) => move(engine.id, by)}
            onKeyChanged={reload}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  );
}

/** The engines in the order they are asked: those that the settings name, then the others as they come. */
export function orderEngines(engines: readonly EngineState[], order: readonly string[]): EngineState[] {
  const placed = order.flatMap((id) => engines.filter((engine) => engine.id === id));
  return [...placed, ...engines.filter(({ id }) => !order.includes(id))];
}

/** All engines' ids with one moved by a place, up with -1 and down with 1. */
export function moveEngine(ordered: readonly EngineState[], id: string, by: -1 | 1): string[] {
  const ids = ordered.map((engine) => engine.id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

type Props = {
  engine: EngineState;
  place: number;
  isLast: boolean;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onKeyChanged: () => Promise<void>;
};

/** A search engine: its place, its switch, its key, and a real question to see whether it answers. */
export function EngineRow({ engine, place, isLast, isOn, onToggle, onMove, onKeyChanged }: Props) {
  const t = useTranslations("admin.engines");
  const { id, name, key, where, needs } = engine;
  return (
    <li className="rounded-xl border border-hairline bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className={`min-w-0 flex-[1_1_12rem] ${isOn ? "" : "text-quiet"}`}>
          <h3 className="flex flex-wrap items-center gap-x-2 font-medium">
            <span className="text-quiet">{place}</span> {name}{" "}
            <KeyMark state={key} label={needs ? t("notSetUp") : undefined} />
          </h3>
          {where !== "" && <p className="text-xs leading-5 text-quiet wrap-anywhere">{where}</p>}
          {needs && (
            <p className="pt-1 text-sm leading-5 text-quiet wrap-anywhere">
              {t("needs", { variable: needs })}
            </p>
          )}
        </div>
        <div className="flex items-center gap-1">
          <IconButton
            tip="left"
            label={t("up", { engine: name })}
            icon={<ArrowUp className="size-4" aria-hidden="true" />}
            disabled={place === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            tip="left"
            label={t("down", { engine: name })}
            icon={<ArrowDown className="size-4" aria-hidden="true" />}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <span className="ms-2 inline-flex">
            <Switch label={t("ask", { engine: name })} isOn={isOn} onChange={onToggle} />
          </span>
        </div>
      </div>
      {(key === "none" || key === "panel") && (
        <KeyField owner={{ id, name }} hasKey={key === "panel"} onChanged={onKeyChanged} />
      )}
      {key !== "none" && !needs && <EngineTest engine={engine} />}
    </li>
  );
}

function EngineTest({ engine: { id, name } }: { engine: EngineState }) {
  const t = useTranslations();
  const explain = useReason();
  const [result, setResult] = useState<EngineTestReply | "asking" | null>(null);
  const test = async (): Promise<void> => {
    setResult("asking");
    const answer = await call(testEngine, { body: { engine: id } });
    setResult(answer.ok ? answer.value : { ok: false, latencyMs: 0, message: explain(answer) });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3">
      <Button disabled={result === "asking"} onClick={() => void test()}>
        {t(result === "asking" ? "admin.providers.testing" : "admin.providers.test")}
        <span className="sr-only"> {name}</span>
      </Button>
      <p role="status" className="min-w-0 flex-1 text-sm leading-5 wrap-anywhere">
        {result !== null && result !== "asking" && <TestResult result={result} />}
      </p>
    </div>
  );
}
