import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { adminApi } from "@/lib/client/admin-api";
import type { LocalServer } from "@/lib/protocol/local-server";
import { useAccessReason } from "./use-access-reason";

type Props = { onChanged: () => Promise<void> };
type Choice = { address: string; key: string | null; model: string };

/** Lets a model of a server answer; `problem` says why it was not taken. */
function useChosenServer(onChanged: Props["onChanged"]) {
  const t = useTranslations("setup.server");
  const explain = useAccessReason(t("thisServer"), true);
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({
    isBusy: false,
    problem: null,
  });
  const choose = async (choice: Choice): Promise<void> => {
    setState({ isBusy: true, problem: null });
    const answer = await adminApi.putServer(choice);
    if (answer.ok) {
      await onChanged();
      showToast({ text: t("chosen", { model: choice.model }) });
    }
    setState({ isBusy: false, problem: answer.ok ? null : explain(answer) });
  };
  return { ...state, choose };
}

/** The model servers on this machine, looked for when this is drawn: offered, never taken by itself. */
export function FoundServers({ onChanged }: Props) {
  const t = useTranslations("setup.server");
  const [servers, setServers] = useState<LocalServer[]>([]);
  const { isBusy, problem, choose } = useChosenServer(onChanged);
  useEffect(() => {
    const left = new AbortController();
    void adminApi.findServers(left.signal).then((answer) => answer.ok && setServers(answer.value.servers));
    return () => left.abort();
  }, []);
  return (
    <div role="status" className="grid gap-3 text-sm empty:hidden">
      {servers.map(({ name, baseURL, models }) => (
        <div key={baseURL}>
          <h3 className="font-medium">{t("found", { name })}</h3>
          <ul className="flex flex-wrap gap-2 pt-2">
            {models.map((model) => (
              <li key={model} className="max-w-full">
                <Button
                  className="max-w-full font-mono text-[13px] wrap-anywhere"
                  disabled={isBusy}
                  aria-label={t("useModel", { model })}
                  onClick={() => void choose({ address: baseURL, key: null, model })}
                >
                  {model}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {problem !== null && <p className="text-bad">{problem}</p>}
    </div>
  );
}

/** The address of any OpenAI-compatible server, with a key if it asks for one, and a model of it. */
export function ServerForm({ onChanged, known = "" }: Props & { known?: string }) {
  const t = useTranslations("setup.server");
  const explain = useAccessReason(t("thisServer"), true);
  const [entry, setEntry] = useState({ address: known, key: "" });
  const [models, setModels] = useState<string[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = useChosenServer(onChanged);
  const asked = { address: entry.address.trim(), key: entry.key.trim() || null };
  const change = (part: Partial<typeof entry>) => {
    setEntry({ ...entry, ...part });
    setModels(null);
    setProblem(null);
  };
  const ask = async (): Promise<void> => {
    setAsking(true);
    const answer = await adminApi.askServer(asked);
    setAsking(false);
    if (!answer.ok) return setProblem(explain(answer));
    setModels(answer.value.models);
    setProblem(answer.value.models.length === 0 ? t("noModels") : null);
  };
  return (
    <div className="pt-3">
      <form
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (asked.address !== "" && !isAsking) void ask();
        }}
      >
        <ServerFields entry={entry} problem={problem ?? chosen.problem} onChange={change} />
        <Button type="submit" disabled={isAsking || asked.address === ""}>
          {t(isAsking ? "asking" : "ask")}
        </Button>
      </form>
      {models !== null && models.length > 0 && (
        <ModelPicker
          models={models}
          isBusy={chosen.isBusy}
          onChoose={(model) => void chosen.choose({ ...asked, model })}
        />
      )}
    </div>
  );
}

type FieldsProps = {
  entry: { address: string; key: string };
  problem: string | null;
  onChange: (part: { address?: string; key?: string }) => void;
};

function ServerFields({ entry, problem, onChange }: FieldsProps) {
  const t = useTranslations("setup.server");
  const problemId = useId();
  return (
    <>
      <input
        value={entry.address}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        placeholder="http://127.0.0.1:11434/v1"
        aria-label={t("address")}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        onChange={(event) => onChange({ address: event.target.value })}
        className="text-field min-w-48 flex-2"
      />
      <input
        type="password"
        value={entry.key}
        autoComplete="off"
        placeholder={t("key")}
        aria-label={t("key")}
        onChange={(event) => onChange({ key: event.target.value })}
        className="text-field min-w-32 flex-1"
      />
      <p id={problemId} role="alert" className="order-last w-full text-sm leading-5 text-bad empty:hidden">
        {problem}
      </p>
    </>
  );
}

type PickerProps = { models: string[]; isBusy: boolean; onChoose: (model: string) => void };

function ModelPicker({ models, isBusy, onChoose }: PickerProps) {
  const t = useTranslations("setup.server");
  const [model, setModel] = useState(models[0] ?? "");
  return (
    <form
      className="flex flex-wrap gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(model);
      }}
    >
      <select
        value={model}
        aria-label={t("model")}
        onChange={(event) => setModel(event.target.value)}
        className="text-field min-w-40 flex-1"
      >
        {models.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Button type="submit" tone="primary" disabled={isBusy}>
        {t("use")}
      </Button>
    </form>
  );
}
