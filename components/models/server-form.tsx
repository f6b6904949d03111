import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { askModelServer } from "@/lib/features/settings/api";
import { call } from "@/lib/client/request";
import { providerPattern } from "@/lib/protocol/settings-fields";
import { localName, ModelPicker, useChosenServer } from "./found-servers";
import { useAccessReason } from "./use-access-reason";

type FormProps = {
  onChanged: () => Promise<void>;
  known?: string;
  /** Asked for where other names are given, which are taken. */
  name?: string;
  taken?: readonly string[];
  /** Without another one the key stays as it is while the address does. */
  isKeyKept?: boolean;
};

/** The address of any OpenAI-compatible server, with a key if it asks for one, and a model of it. */
export function ServerForm({ onChanged, known = "", name = localName, taken, isKeyKept }: FormProps) {
  const t = useTranslations("setup.server");
  const explain = useAccessReason(t("thisServer"), true);
  const [entry, setEntry] = useState({ name: taken === undefined ? name : "", address: known, key: "" });
  const [models, setModels] = useState<string[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = useChosenServer(onChanged);
  const asked = { name: entry.name.trim(), address: entry.address.trim(), key: entry.key.trim() || null };
  const isReady = asked.address !== "" && findNameProblem(asked.name, taken) === null;
  const change = (part: Partial<typeof entry>) => {
    setEntry({ ...entry, ...part });
    setModels(null);
    setProblem(null);
  };
  const ask = async (): Promise<void> => {
    setAsking(true);
    const answer = await call(askModelServer, { body: asked });
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
          if (isReady && !isAsking) void ask();
        }}
      >
        {taken && (
          <NameField name={entry.name} taken={taken} onChange={(changed) => change({ name: changed })} />
        )}
        <ServerFields
          entry={entry}
          keyLabel={t(isKeyKept ? "keyKept" : "key")}
          problem={problem ?? chosen.problem}
          onChange={change}
        />
        <Button type="submit" disabled={isAsking || !isReady}>
          {t(isAsking ? "asking" : "ask")}
        </Button>
      </form>
      {models !== null && models.length > 0 && (
        <div className="flex gap-2 pt-3">
          <ModelPicker
            models={models}
            isBusy={chosen.isBusy}
            onChoose={(model) => void chosen.choose({ ...asked, model })}
          />
        </div>
      )}
    </div>
  );
}

function findNameProblem(name: string, taken: readonly string[] = []): "nameWrong" | "nameTaken" | null {
  if (!providerPattern.test(name)) return "nameWrong";
  return taken.includes(name) ? "nameTaken" : null;
}

type NameProps = { name: string; taken: readonly string[]; onChange: (name: string) => void };

function NameField({ name, taken, onChange }: NameProps) {
  const t = useTranslations("setup.server");
  const problem = name.trim() === "" ? null : findNameProblem(name.trim(), taken);
  const problemId = useId();
  return (
    <span className="w-full">
      <input
        value={name}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder={t("providerName")}
        aria-label={t("providerName")}
        aria-invalid={problem !== null}
        aria-describedby={problemId}
        onChange={(event) => onChange(event.target.value)}
        className="text-field w-full sm:w-80"
      />
      <span id={problemId} className="block pt-1 text-xs leading-5 text-quiet">
        {problem === null ? (
          t("nameHelp", { name: name.trim() || "groq" })
        ) : (
          <span role="alert" className="text-bad">
            {t(problem)}
          </span>
        )}
      </span>
    </span>
  );
}

type FieldsProps = {
  entry: { address: string; key: string };
  keyLabel: string;
  problem: string | null;
  onChange: (part: { address?: string; key?: string }) => void;
};

function ServerFields({ entry, keyLabel, problem, onChange }: FieldsProps) {
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
        placeholder={keyLabel}
        aria-label={keyLabel}
        onChange={(event) => onChange({ key: event.target.value })}
        className="text-field min-w-32 flex-1"
      />
      <p id={problemId} role="alert" className="order-last w-full text-sm leading-5 text-bad empty:hidden">
        {problem}
      </p>
    </>
  );
}
