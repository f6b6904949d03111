import { formatDollars } from "@/lib/client/money";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ChainEditor } from "@/components/admin/chain-editor";
import { NumberField } from "@/components/admin/number-field";
import { PageSection } from "@/components/admin/page-frame";
import { useSettings } from "@/components/admin/use-settings";
import { SmallSelect } from "@/components/ui/small-select";
import { Switch } from "@/components/ui/switch";
import { agentDepths, agentUnset, maxInstructions } from "@/lib/features/agents/shape/agents";
import { agentStyles, settingFields } from "@/lib/protocol/settings-fields";
import { FieldRow, FoldedRow, TextArea } from "./field-row";
import { PictureChoice } from "./picture-choice";
import { StarterList } from "./starter-list";
import { DocumentFields, ToolFields } from "./tool-fields";
import type { AgentForm } from "./use-agent-form";
import { useAgentWords } from "./use-agent-words";

/** What people see of it, and what it is told. */
export function IdentityFields({ form: { draft, change } }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  const format = useFormatter();
  return (
    <PageSection title={draft.name.trim() === "" ? t("new") : draft.name} help={t("identityHelp")}>
      <FieldRow
        label={t("fields.isEnabled")}
        help={t("help.isEnabled")}
        control={
          <Switch
            label={t("fields.isEnabled")}
            isOn={draft.isEnabled}
            onChange={(isEnabled) => change({ isEnabled })}
          />
        }
      />
      <FieldRow label={t("fields.name")}>
        <input
          aria-label={t("fields.name")}
          dir="auto"
          required
          maxLength={60}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          className="text-field w-full max-w-md"
        />
      </FieldRow>
      <FieldRow label={t("fields.purpose")} help={t("help.purpose")}>
        <TextArea
          label={t("fields.purpose")}
          value={draft.purpose}
          rows={2}
          maxLength={300}
          onChange={(purpose) => change({ purpose })}
        />
      </FieldRow>
      <FieldRow label={t("fields.instructions")} help={t("help.instructions")}>
        <TextArea
          label={t("fields.instructions")}
          value={draft.instructions}
          rows={8}
          maxLength={maxInstructions}
          count={t("room", {
            used: format.number(draft.instructions.length),
            most: format.number(maxInstructions),
          })}
          onChange={(instructions) => change({ instructions })}
        />
      </FieldRow>
    </PageSection>
  );
}

/** What few people change, each folded to what it holds. */
export function MoreFields({ form }: { form: AgentForm }) {
  return (
    <div className="pt-6">
      <ShownRows form={form} />
      <MeansRows form={form} />
      <ReachRows form={form} />
    </div>
  );
}

function ShownRows({ form: { draft, change } }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  const { valueOf } = useAgentWords();
  const { picture, starters } = draft;
  return (
    <>
      <FoldedRow label={t("fields.picture")} value={valueOf("picture", picture)}>
        <FieldRow label={t("fields.picture")}>
          <PictureChoice picture={picture} onChange={(chosen) => change({ picture: chosen })} />
        </FieldRow>
      </FoldedRow>
      <FoldedRow label={t("fields.starters")} value={t("count.starters", { count: starters.length })}>
        <FieldRow label={t("fields.starters")} help={t("help.starters")}>
          <StarterList starters={starters} onChange={(changed) => change({ starters: changed })} />
        </FieldRow>
      </FoldedRow>
    </>
  );
}

/** What it works with. */
function MeansRows({ form }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  const tAdmin = useTranslations("admin");
  const { valueOf } = useAgentWords();
  const { reply } = useSettings().form;
  const { collections, tools, requiredTools, models } = form.draft;
  const may = tools === null ? tAdmin("unset.allTools") : t("count.tools", { count: tools.length });
  const must = `${t("mustUse")}: ${valueOf("requiredTools", requiredTools)}`;
  const isOwn = models.length > 0;
  const asSettings = `${tAdmin("unset.asSettings")}: ${reply.effectiveTiers.main[0] ?? ""}`;
  return (
    <>
      <FoldedRow label={t("documents")} value={t("count.collections", { count: collections.length })}>
        <DocumentFields form={form} />
      </FoldedRow>
      <FoldedRow
        label={t("fields.tools")}
        value={requiredTools.length === 0 ? may : [may, must].join(tAdmin("bar.separator"))}
      >
        <ToolFields form={form} />
      </FoldedRow>
      <FoldedRow label={t("fields.models")} value={isOwn ? models.join(tAdmin("bar.separator")) : asSettings}>
        <div className="py-3">
          <ChainEditor
            name={t("fields.models")}
            help={t("help.models")}
            chain={models}
            effective={isOwn ? models : reply.effectiveTiers.main}
            unpriced={[]}
            isAutomatic={!isOwn && reply.settings.modelTiers.main.length === 0}
            onChange={(chain) => form.change({ models: chain })}
          />
        </div>
      </FoldedRow>
    </>
  );
}

/** How far it goes, what that may cost, and whether plans may give it steps. */
function ReachRows({ form }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  const tAdmin = useTranslations("admin");
  const { nameOf, valueOf } = useAgentWords();
  const { limits, style, budget, isHelper } = form.draft;
  const say = (values: Record<string, string | number | null>) =>
    Object.entries(values)
      .map(([path, value]) => `${nameOf(path)}: ${valueOf(path, value)}`)
      .join(tAdmin("bar.separator"));
  return (
    <>
      <FoldedRow label={t("limits")} value={say({ depth: limits.depth, style })}>
        <LimitFields form={form} />
      </FoldedRow>
      <FoldedRow label={t("fields.budget")} value={say(budget)}>
        <BudgetFields form={form} />
      </FoldedRow>
      <FoldedRow label={t("fields.isHelper")} value={valueOf("isHelper", isHelper)}>
        <FieldRow
          label={t("fields.isHelper")}
          help={t("help.isHelper")}
          control={
            <Switch
              label={t("fields.isHelper")}
              isOn={isHelper}
              onChange={(isOn) => form.change({ isHelper: isOn })}
            />
          }
        />
      </FoldedRow>
    </>
  );
}

/** Limits with the settings that hold without them. */
const numbers = [
  ["rounds", "maxIterations"],
  ["temperature", "temperature"],
] as const;

/** How far it goes: within what the settings allow. */
export function LimitFields({ form: { draft, change } }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  const tAdmin = useTranslations("admin");
  const { settings } = useSettings().form.reply;
  const { limits, style } = draft;
  const setLimit = (given: Partial<typeof limits>): void => change({ limits: { ...limits, ...given } });
  return (
    <>
      <FieldRow
        label={t("fields.depth")}
        help={t("help.depth")}
        control={
          <SmallSelect
            label={t("fields.depth")}
            value={limits.depth ?? "open"}
            options={[
              { value: "open", label: tAdmin(`unset.${agentUnset.depth}`) },
              ...agentDepths.map((value) => ({ value, label: t(`depths.${value}`) })),
            ]}
            onChoose={(depth) => setLimit({ depth: depth === "open" ? null : depth })}
          />
        }
      />
      <FieldRow
        label={t("fields.style")}
        help={t("help.style")}
        control={
          <SmallSelect
            label={t("fields.style")}
            value={style ?? "open"}
            options={[
              { value: "open", label: tAdmin(`unset.${agentUnset.style}`) },
              ...agentStyles.map((value) => ({ value, label: tAdmin(`styles.${value}.name`) })),
            ]}
            onChoose={(chosen) => change({ style: chosen === "open" ? null : chosen })}
          />
        }
      />
      {numbers.map(([name, setting]) => (
        <FieldRow
          key={name}
          label={t(`fields.${name}`)}
          help={t(`help.${name}`, { most: settings.maxIterations })}
          control={
            <NumberField
              label={t(`fields.${name}`)}
              value={limits[name]}
              range={settingFields[setting]}
              isWhole={name === "rounds"}
              canBeEmpty
              placeholder={String(settings[setting])}
              onChange={(value) => setLimit({ [name]: value })}
            />
          }
        />
      ))}
    </>
  );
}

const budgets = [
  ["centsPerAnswer", "costBudgetPerRequest"],
  ["centsPerDay", "centsPerDay"],
] as const;

/** What it may cost, typed in dollars. */
function BudgetFields({ form: { draft, change } }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  const tUnset = useTranslations("admin.unset");
  const locale = useLocale();
  const { settings } = useSettings().form.reply;
  const { budget } = draft;
  const unset = {
    centsPerAnswer: formatDollars(settings.costBudgetPerRequest, locale),
    centsPerDay: tUnset(agentUnset.centsPerDay),
  };
  return budgets.map(([name, setting]) => (
    <FieldRow
      key={name}
      label={t(`fields.${name}`)}
      help={t(`help.${name}`)}
      control={
        <NumberField
          label={t(`fields.${name}`)}
          value={budget[name]}
          range={settingFields[setting]}
          isWhole={false}
          perDollar={100}
          canBeEmpty
          placeholder={unset[name]}
          onChange={(value) => change({ budget: { ...budget, [name]: value } })}
        />
      }
    />
  ));
}
