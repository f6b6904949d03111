import { useTranslations } from "next-intl";
import { ResourceList } from "@/components/ui/resource-list";
import { collectionList } from "@/components/documents/documents";
import { useResource } from "@/lib/client/resource";
import { useSettings } from "@/components/admin/use-settings";
import { withMember } from "@/components/admin/setting-paths";
import { Switch } from "@/components/ui/switch";
import { handbookId } from "@/lib/features/documents/shape/own-collections";
import { FieldRow } from "./field-row";
import type { AgentForm } from "./use-agent-form";

/** What it may use, and what it must use; of the built-in one the settings say what it may. */
export function ToolFields({ form, isBuiltIn = false }: { form: AgentForm; isBuiltIn?: boolean }) {
  const t = useTranslations("admin.agents");
  const tTools = useTranslations("tools");
  const { tools, serverTools, form: settingsForm } = useSettings();
  const { enabledTools } = settingsForm.reply.settings;
  const { draft, change } = form;
  const rows = [
    ...tools.map(({ name }) => ({
      ...{ name, label: tTools(`${name}.name`), isOff: !enabledTools.includes(name) },
    })),
    ...serverTools.map((name) => ({ name, label: name, isOff: false })),
  ];
  // Those of a server that is gone stay until they are taken out.
  const gone = [...(draft.tools ?? []), ...draft.requiredTools].filter(
    (name, index, all) => all.indexOf(name) === index && !rows.some((row) => row.name === name),
  );
  const list = (
    <ul className="grid gap-x-6 @2xl:grid-cols-2">
      {[...rows, ...gone.map((name) => ({ name, label: name, isOff: true }))].map((row) => (
        <ToolRow key={row.name} {...row} {...{ form, isBuiltIn }} />
      ))}
    </ul>
  );
  if (isBuiltIn)
    return (
      <FieldRow label={t("fields.requiredTools")} help={t("help.requiredTools")}>
        {list}
      </FieldRow>
    );
  return (
    <FieldRow
      label={t("allTools")}
      help={t("help.tools")}
      control={
        <Switch
          label={t("allTools")}
          isOn={draft.tools === null}
          onChange={(isAll) => change({ tools: isAll ? null : rows.map(({ name }) => name) })}
        />
      }
    >
      {list}
    </FieldRow>
  );
}

type RowProps = { name: string; label: string; isOff: boolean; form: AgentForm; isBuiltIn: boolean };

/** A tool that it must call it may call as well. */
function ToolRow({ name, label, isOff, form: { draft, change }, isBuiltIn }: RowProps) {
  const t = useTranslations("admin.agents");
  const isRequired = draft.requiredTools.includes(name);
  const isOn = isRequired || draft.tools === null || draft.tools.includes(name);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-2">
      <span className={`min-w-0 text-sm wrap-anywhere ${isOn ? "" : "text-quiet"}`}>
        {label}
        {isOff && <span className="text-quiet"> · {t("toolOff")}</span>}
      </span>
      <span className="flex gap-4 text-sm">
        {!isBuiltIn && (
          <Check
            label={t("mayUse")}
            of={label}
            isOn={isOn}
            disabled={draft.tools === null || isRequired}
            onChange={(isIn) => change({ tools: withMember(draft.tools ?? [], name, isIn) })}
          />
        )}
        <Check
          label={t("mustUse")}
          of={label}
          isOn={isRequired}
          disabled={!isRequired && draft.requiredTools.length === 5}
          onChange={(isIn) => change({ requiredTools: withMember(draft.requiredTools, name, isIn) })}
        />
      </span>
    </li>
  );
}

type CheckProps = {
  label: string;
  of: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
};

function Check({ label, of, isOn, disabled = false, onChange }: CheckProps) {
  return (
    <label className="flex min-h-9 items-center gap-1.5 text-quiet has-checked:text-ink pointer-coarse:min-h-11">
      <input
        type="checkbox"
        aria-label={`${label}: ${of}`}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4"
      />
      {label}
    </label>
  );
}

/** The shared collections, and those it names that are gone. The handbook is always searched. */
export function DocumentFields({ form: { draft, change } }: { form: AgentForm }) {
  const t = useTranslations("admin.agents");
  const list = useResource(collectionList);
  const shared = list.items.filter((each) => each.shared && each.id !== handbookId);
  const gone = draft.collections.filter((id) => !shared.some((each) => each.id === id));
  const rows = [
    ...shared.map(({ id, name }) => ({ id, name })),
    ...(list.reply === null ? [] : gone.map((id) => ({ id, name: t("collectionGone", { id }) }))),
  ];
  return (
    <FieldRow label={t("fields.collections")} help={t("help.collections")}>
      <ResourceList list={{ ...list, items: rows }} empty={t("noCollections")}>
        <ul>
          {rows.map(({ id, name }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-4 border-b border-hairline py-2 text-sm"
            >
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {name}
              </span>
              <Check
                label={t("search")}
                of={name}
                isOn={draft.collections.includes(id)}
                onChange={(isIn) => change({ collections: withMember(draft.collections, id, isIn) })}
              />
            </li>
          ))}
        </ul>
      </ResourceList>
    </FieldRow>
  );
}
