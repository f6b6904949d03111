import { useTranslations } from "next-intl";
import { SaveBar } from "@/components/admin/save-bar";
import { Problem } from "@/components/ui/problem";
import type { AgentForm } from "./use-agent-form";
import { useAgentWords } from "./use-agent-words";

/** What is not saved yet: of a new agent what it still lacks, of another one which fields changed. */
export function AgentBar({ form }: { form: AgentForm }) {
  const t = useTranslations("admin");
  const { base, draft, changes, state, undo, save } = form;
  const { nameOf } = useAgentWords();
  const name = draft.name.trim();
  const names = changes.map(nameOf).join(t("bar.separator"));
  return (
    <SaveBar
      label={t("agents.notSaved")}
      isShown={changes.length > 0}
      state={state.kind}
      canSave={name !== ""}
      onUndo={undo}
      onSave={save}
    >
      <p>
        {base !== null && t("bar.changed", { count: changes.length, names })}
        {base === null && (name === "" ? t("agents.notMade") : t("agents.newNamed", { name }))}
      </p>
      {state.kind === "conflict" && (
        <p role="alert" className="text-partly">
          {t("agents.conflict", { person: state.theirs.updatedBy, version: state.theirs.version })}
        </p>
      )}
      <Problem>
        {state.kind === "failed" && t("bar.failed", { reason: toReason(state, nameOf, t("bar.separator")) })}
      </Problem>
    </SaveBar>
  );
}

/** The fields that the server names, by their names here: `changes.starters.2` is one of the starters. */
function toReason(
  { reason, fields }: { reason: string; fields: Record<string, string> },
  nameOf: (path: string) => string,
  separator: string,
): string {
  const named = Object.keys(fields).map((path) => nameOf(path.replace(/^changes\./, "").split(".")[0] ?? ""));
  return named.length === 0 ? reason : `${reason} (${[...new Set(named)].join(separator)})`;
}
