import { useFormatter, useTranslations } from "next-intl";
import { ChainEditor } from "@/components/admin/chain-editor";
import { NumberField } from "@/components/admin/number-field";
import { PageSection } from "@/components/admin/page-frame";
import { useSettings } from "@/components/admin/use-settings";
import { SmallSelect } from "@/components/ui/small-select";
import { Switch } from "@/components/ui/switch";
import { agentDepths, agentUnset, maxInstructions } from "@/lib/features/agents/shape/agents";
import { agentStyles, settingFields } from "@/lib/protocol/settings-fields";
import { FieldRow, TextArea } from "./field-row";
import { PictureChoice } from "./picture-choice";
import { StarterList } from "./starter-list";
import type { AgentForm } from "./use-agent-form";

/** What people see of it. */
export function IdentityFields({ form: { draft, change } }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  return (
    <PageSection title={draft.name.trim() === "" ? t("new") : draft.name} help={t("identityHelp")}>
      {(["isEnabled", "isHelper"] as const).map((name) => (
        <FieldRow
          key={name}
          label={t(`fields.${name}`)}
          help={t(`help.${name}`)}
          control={
            <Switch
              label={t(`fields.${name}`)}
              isOn={draft[name]}
              onChange={(isOn) => change({ [name]: isOn })}
            />
          }
        />
      ))}
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
      <FieldRow label={t("fields.picture")}>
        <PictureChoice picture={draft.picture} onChange={(picture) => change({ picture })} />
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
      <FieldRow label={t("fields.starters")} help={t("help.starters")}>
        <StarterList starters={draft.starters} onChange={(starters) => change({ starters })} />
      </FieldRow>
    </PageSection>
  );
}

/** What it is told, and what answers. */
export function BehaviourFields({ form: { draft, change } }: { form: AgentForm }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  const { reply } = useSettings().form;
  return (
    <PageSection title={t("agents.behaviour")} help={t("agents.behaviourHelp")}>
      <FieldRow label={t("agents.fields.instructions")} help={t("agents.help.instructions")}>
        <TextArea
          label={t("agents.fields.instructions")}
          value={draft.instructions}
          rows={8}
          maxLength={maxInstructions}
          count={t("agents.room", {
            used: format.number(draft.instructions.length),
            most: format.number(maxInstructions),
          })}
          onChange={(instructions) => change({ instructions })}
        />
      </FieldRow>
      <FieldRow
        label={t("agents.fields.style")}
        help={t("agents.help.style")}
        control={
          <SmallSelect
            label={t("agents.fields.style")}
            value={draft.style ?? "open"}
            options={[
              { value: "open", label: t(`unset.${agentUnset.style}`) },
              ...agentStyles.map((value) => ({ value, label: t(`styles.${value}.name`) })),
            ]}
            onChoose={(style) => change({ style: style === "open" ? null : style })}
          />
        }
      />
      <div className="py-5">
        <ChainEditor
          name={t("agents.fields.models")}
          help={t("agents.help.models")}
          chain={draft.models}
          effective={draft.models.length > 0 ? draft.models : reply.effectiveTiers.main}
          unpriced={[]}
          onChange={(models) => change({ models })}
        />
      </div>
    </PageSection>
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
  const tUnset = useTranslations("admin.unset");
  const { settings } = useSettings().form.reply;
  const { limits } = draft;
  const setLimit = (given: Partial<typeof limits>): void => change({ limits: { ...limits, ...given } });
  return (
    <PageSection title={t("limits")} help={t("limitsHelp")}>
      <FieldRow
        label={t("fields.depth")}
        help={t("help.depth")}
        control={
          <SmallSelect
            label={t("fields.depth")}
            value={limits.depth ?? "open"}
            options={[
              { value: "open", label: tUnset(agentUnset.depth) },
              ...agentDepths.map((value) => ({ value, label: t(`depths.${value}`) })),
            ]}
            onChoose={(depth) => setLimit({ depth: depth === "open" ? null : depth })}
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
    </PageSection>
  );
}
