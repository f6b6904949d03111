import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { Differences } from "@/components/admin/difference-list";
import { VersionRow } from "@/components/admin/history/settings-history";
import { ListEnd } from "@/components/admin/list-end";
import { PageSection } from "@/components/admin/page-frame";
import { toPages, usePages } from "@/components/admin/use-pages";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showToast } from "@/components/ui/toast";
import { agentApi } from "@/lib/client/agent-api";
import { newAgentFields, type Agent, type AgentVersion } from "@/lib/protocol/agents";
import type { AgentForm } from "./use-agent-form";
import { listAgentDifferences, useAgentWords } from "./use-agent-words";

/** Every version of an agent: who made it and when, what it changed, and the way back to it. */
export function AgentHistory({ form, agent }: { form: AgentForm; agent: Agent }) {
  const t = useTranslations("admin.history");
  const words = useAgentWords();
  const pages = useVersions(agent);
  const [chosen, setChosen] = useState<AgentVersion | null>(null);
  // The oldest that is shown waits for the one before it.
  const shown = pages.cursor === null ? pages.rows : pages.rows.slice(0, -1);
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
                  pages.rows[place + 1]?.fields ?? newAgentFields,
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
      <ListEnd
        pages={pages}
        words={{
          loading: t("loading"),
          more: t("older"),
          again: t("again"),
          failed: (reason) => t("failed", { reason }),
        }}
      />
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

function useVersions({ id, version }: Agent) {
  const ask = useCallback(
    async (cursor: string | null) =>
      toPages(await agentApi.listVersions(id, cursor), (reply) => ({
        rows: reply.versions,
        cursor: reply.cursor,
      })),
    [id],
  );
  return usePages(ask, version);
}
