import { useLocale, useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { useOpenDraft, type Drafts } from "@/components/admin/draft-list";
import { isSame } from "@/components/admin/setting-paths";
import { useDraftName } from "@/components/admin/settings-bar";
import { toPatch } from "@/components/admin/settings-changes";
import { useAction } from "@/components/ui/use-action";
import { useSettings } from "@/components/admin/use-settings";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Problem } from "@/components/ui/problem";
import { estimateExperiment } from "@/lib/features/laboratory/api";
import { call } from "@/lib/client/request";
import { formatCost } from "@/lib/client/money";
import type { AgentCard } from "@/lib/features/agents/shape/agents";
import { comparedSettings } from "@/lib/features/laboratory/shape/compared-settings";
import type {
  AskedEstimate,
  ExperimentEstimate,
  SavedQuestion,
} from "@/lib/features/laboratory/shape/laboratory";
import type { AgentSettings, SettingsPatch } from "@/lib/protocol/settings";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { JudgeSwitch } from "./judge-switch";
import type { LaboratoryState } from "./use-laboratory";

type Props = {
  laboratory: LaboratoryState;
  drafts: Drafts;
  agents: readonly AgentCard[];
  questions: readonly SavedQuestion[];
};

/** What is tried, on how many questions, and what that may cost; it begins with an estimate. */
export function ExperimentForm({ laboratory, drafts, agents, questions }: Props) {
  const t = useTranslations("admin.laboratory");
  const { form } = useSettings();
  const draftName = useDraftName(form);
  const locale = useLocale();
  const { run, isBusy, reason } = useAction();
  const [agent, setAgent] = useState("");
  const [isJudged, setJudged] = useState(true);
  const [limit, setLimit] = useState("20");
  const [estimate, setEstimate] = useState<ExperimentEstimate | null>(null);
  const draft = toPatch(form.reply.settings, form.draft);
  const { compared, others } = split(draft, form.reply.settings);
  const canAsk = questions.length > 0 && (agent !== "" || compared.length > 0);
  const asked: AskedEstimate = {
    ...(agent === "" ? { draft } : { agent }),
    ...{ version: form.reply.version, questions: questions.map(({ id }) => id), isJudged },
  };
  const reckon = async (): Promise<string | null> => {
    const answer = await call(estimateExperiment, { body: asked });
    setEstimate(answer.ok ? answer.value : null);
    return answer.ok ? null : laboratory.explain(answer);
  };
  /** Its results hang on a draft that is kept. */
  const begin = async (): Promise<string | null> => {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const kept = agent !== "" || form.isKept ? null : await form.keep(draftName);
    if (kept !== null) return kept;
    const keptDraft = agent === "" ? form.findKept() : undefined;
    return laboratory.create({
      ...{ ...asked, keptDraft, limitCents: Number(limit), timezone, language: locale },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canAsk) void run(begin);
  };
  return (
    <form className="grid gap-4 pt-4" onSubmit={submit}>
      <DraftChoice {...{ drafts, agents, agent, onAgent: setAgent }} />
      {agent === "" && <DraftFields {...{ compared, others }} />}
      <JudgeSwitch isJudged={isJudged} onChange={setJudged} />
      <LimitField limit={limit} onChange={setLimit} />
      <div aria-live="polite" className="grid gap-2 text-sm leading-5">
        {estimate !== null && <EstimateLine estimate={estimate} />}
        {reason !== null && <p className="text-bad">{reason}</p>}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button aria-disabled={!canAsk || isBusy} onClick={() => canAsk && void run(reckon)}>
          {t("estimate")}
        </Button>
        <Button tone="primary" type="submit" aria-disabled={!canAsk || isBusy}>
          {t("start")}
        </Button>
      </div>
    </form>
  );
}

function LimitField({ limit, onChange }: { limit: string; onChange: (limit: string) => void }) {
  const t = useTranslations("admin.laboratory");
  return (
    <Field
      {...{ name: "limit", label: t("limit"), error: undefined, type: "number", min: 0, step: "any" }}
      inputMode="decimal"
      required
      value={limit}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** What of a change can be compared, and what holds for both sides. */
function split(patch: SettingsPatch, { modelTiers }: AgentSettings) {
  const isMain = !isSame(patch.modelTiers?.main, modelTiers.main);
  const isCompared = (name: SettingName) =>
    comparedSettings.includes(name) && (name !== "modelTiers" || isMain);
  const names = Object.keys(patch) as SettingName[];
  return { compared: names.filter(isCompared), others: names.filter((name) => !isCompared(name)) };
}

type ChoiceProps = Pick<Props, "drafts" | "agents"> & { agent: string; onAgent: (agent: string) => void };

/** The draft that is open, or changes that are not kept yet; another one, or an agent. */
function DraftChoice({ drafts, agents, agent, onAgent }: ChoiceProps) {
  const t = useTranslations("admin.laboratory");
  const id = useId();
  const { form } = useSettings();
  const { run, reason } = useAction();
  const open = useOpenDraft();
  const choose = (value: string): void => {
    const draft = drafts.items.find((one) => one.id === value);
    onAgent(agents.some((one) => one.id === value) ? value : "");
    if (draft !== undefined && draft.id !== form.kept?.id) void run(() => open(draft));
  };
  const isKnown = drafts.items.some((one) => one.id === form.kept?.id);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {t("draft")}
      </label>
      <select
        id={id}
        value={agent !== "" ? agent : isKnown ? form.kept?.id : ""}
        onChange={({ target }) => choose(target.value)}
        className="text-field h-11 w-full px-3 text-base"
      >
        {!isKnown && (
          <option value="">
            {form.kept === null
              ? t("unsaved", { count: form.changes.length })
              : t("keptDraft", { name: form.kept.name })}
          </option>
        )}
        {drafts.items.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {t("keptDraft", { name })}
          </option>
        ))}
        {agents.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {t("agent", { name })}
          </option>
        ))}
      </select>
      <Problem>{reason}</Problem>
    </div>
  );
}

type FieldsProps = { compared: readonly SettingName[]; others: readonly SettingName[] };

function DraftFields({ compared, others }: FieldsProps) {
  const t = useTranslations("admin");
  const join = (names: readonly SettingName[]) =>
    names.map((name) => t(`fields.${name}.name`)).join(t("bar.separator"));
  return (
    <div className="grid gap-1 text-sm leading-5 text-quiet">
      {compared.length === 0 && <p>{t("laboratory.noDraft")}</p>}
      {compared.length > 0 && <p>{t("laboratory.changed", { names: join(compared) })}</p>}
      {others.length > 0 && <p>{t("laboratory.left", { names: join(others) })}</p>}
    </div>
  );
}

function EstimateLine({
  estimate: { microUsd, mostMicroUsd, tookMs, basis },
}: {
  estimate: ExperimentEstimate;
}) {
  const t = useTranslations("admin.laboratory");
  const locale = useLocale();
  const minutes = Math.max(1, Math.ceil(tookMs / 60_000));
  // A token of unknown price counts in what it may cost at most.
  const isFree = mostMicroUsd === 0;
  const [cost, most] = [microUsd, mostMicroUsd].map(
    (amount) => formatCost(amount, locale) ?? (isFree ? t("free") : "–"),
  );
  return <p>{t("estimated", { cost: cost ?? "", most: most ?? "", minutes, basis })}</p>;
}
