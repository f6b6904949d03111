import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { adminApi } from "@/lib/client/admin-api";
import type { EngineState, EngineTestReply } from "@/lib/protocol/settings";
import { KeyField } from "./key-field";
import { KeyMark } from "./key-mark";
import { Switch } from "@/components/ui/switch";
import { TestResult } from "./test-result";
import { useReason } from "@/components/ui/use-reason";

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
    const answer = await adminApi.testEngine(id);
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
