import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { findModelServers, putModelServer } from "@/lib/features/settings/api";
import { call } from "@/lib/client/request";
import type { LocalServer } from "@/lib/protocol/local-server";
import { useAccessReason } from "./use-access-reason";

/** The provider of the server that has no other name. */
export const localName = "local";

type Props = { onChanged: () => Promise<void> };
type ServerChoice = { name: string; address: string; key: string | null; model: string };

/** Lets a model of a server answer; `problem` says why it was not taken. */
export function useChosenServer(onChanged: Props["onChanged"]) {
  const t = useTranslations("setup.server");
  const explain = useAccessReason(t("thisServer"), true);
  const { run, isBusy, reason: problem } = useAction(explain);
  const choose = (choice: ServerChoice) =>
    run(async () => {
      const answer = await call(putModelServer, { body: choice });
      if (!answer.ok) return answer;
      await onChanged();
      showToast({ text: t("chosen", { model: choice.model }) });
      return null;
    });
  return { isBusy, problem, choose };
}

/** The model servers on this machine, looked for when this is drawn: offered, never taken by itself. */
export function FoundServers({ onChanged }: Props) {
  const t = useTranslations("setup.server");
  const [servers, setServers] = useState<LocalServer[]>([]);
  const { isBusy, problem, choose } = useChosenServer(onChanged);
  useEffect(() => {
    const left = new AbortController();
    void call(findModelServers, { signal: left.signal }).then(
      (answer) => answer.ok && setServers(answer.value.servers),
    );
    return () => left.abort();
  }, []);
  return (
    // Its first row has its room before it is found.
    <div role="status" className="grid gap-2 py-2.5">
      {servers.length === 0 && (
        <p className="flex min-h-15 items-center text-small text-pretty text-quiet">{t("toBeFound")}</p>
      )}
      {servers.map(({ name, baseURL, models }) => (
        <div
          key={baseURL}
          className="flex min-h-15 items-center gap-2 rounded-xl bg-good-tint py-1.5 ps-3.5 pe-2"
        >
          <Check size={18} aria-hidden className="shrink-0 text-good" />
          <h3 className="min-w-0 flex-1 font-medium">{t("found", { name })}</h3>
          <ModelPicker
            {...{ models, isBusy }}
            onChoose={(model) => void choose({ name: localName, address: baseURL, key: null, model })}
          />
        </div>
      ))}
      {problem !== null && <p className="text-bad">{problem}</p>}
    </div>
  );
}

type PickerProps = { models: string[]; isBusy: boolean; onChoose: (model: string) => void };

/** One of the models of a server; where it has no other there is nothing to choose. */
export function ModelPicker({ models, isBusy, onChoose }: PickerProps) {
  const t = useTranslations("setup.server");
  const [model, setModel] = useState(models[0] ?? "");
  const isOnly = models.length === 1;
  return (
    <>
      {!isOnly && (
        <select
          value={model}
          aria-label={t("model")}
          onChange={(event) => setModel(event.target.value)}
          className="text-field min-w-0 max-w-[40%]"
        >
          {models.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <Button
        tone="primary"
        className="min-w-0 max-w-[60%]"
        disabled={isBusy}
        aria-label={t("useModel", { model })}
        onClick={() => onChoose(model)}
      >
        <span className="truncate">{isOnly ? t("useModel", { model }) : t("use")}</span>
      </Button>
    </>
  );
}
