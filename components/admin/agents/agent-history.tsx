import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Differences } from "@/components/admin/difference-list";
import { VersionRow } from "@/components/admin/history/settings-history";
import { PageSection } from "@/components/admin/page-frame";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ResourceList } from "@/components/ui/resource-list";
import { showToast } from "@/components/ui/toast";
import { listAgentVersions } from "@/lib/features/agents/api";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import {
  newAgentFields,
  type Agent,
  type AgentVersion,
  type AgentVersionsReply,
} from "@/lib/features/agents/shape/agents";
import type { AgentForm } from "./use-agent-form";
import { listAgentDifferences, useAgentWords } from "./use-agent-words";

/** Every version of an agent: who made it and when, what it changed, and the way back to it. */
export function AgentHistory({ form, agent }: { form: AgentForm; agent: Agent }) {
  const t = useTranslations("admin.history");
  const words = useAgentWords();
  const list = useVersions(agent);
  const [chosen, setChosen] = useState<AgentVersion | null>(null);
  // The oldest that is shown waits for the one before it.
  const shown = list.cursor === null ? list.items : list.items.slice(0, -1);
  const toNow = ({ fields }: AgentVersion) => (
    <Differences differences={listAgentDifferences(agent, fields)} none={t("asNow")} words={words} />
  );
  const revert = async (): Promise<string | null> => {
    const reason = await form.revert(chosen?.version ?? 0);
    if (reason === null) showToast({ text: t("back", { version: chosen?.version ?? 0 }) });
    return reason;
  };
  return (
    <PageSection title={t("title")} help={t("help")}>
      <ResourceList list={list}>
        <ol>
          {shown.map((version, place) => (
            <VersionRow
              key={version.version}
              version={version}
              isNow={version.version === agent.version}
              onRevert={() => setChosen(version)}
              changed={
                <Differences
                  differences={listAgentDifferences(
                    list.items[place + 1]?.fields ?? newAgentFields,
                    version.fields,
                  )}
                  none={t("nothingChanged")}
                  words={words}
                />
              }
              toNow={toNow(version)}
            />
          ))}
        </ol>
      </ResourceList>
      <ConfirmDialog
        isOpen={chosen !== null}
        title={t("revertTitle", { version: chosen?.version ?? 0 })}
        action={t("revertDo")}
        onConfirm={revert}
        onClose={() => setChosen(null)}
      >
        {chosen !== null && toNow(chosen)}
        {form.changes.length > 0 && <p className="text-sm leading-5 text-partly">{t("unsavedGo")}</p>}
      </ConfirmDialog>
    </PageSection>
  );
}

const versionList = {
  key: ({ version }: AgentVersion) => String(version),
  page: ({ versions: items, cursor }: AgentVersionsReply) => ({ items, cursor }),
};

function useVersions({ id, version }: Agent) {
  const load = useMemo(() => loadFrom(listAgentVersions, { params: { id } }), [id]);
  return useResource({ ...versionList, load, asOf: version });
}
