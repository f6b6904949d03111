"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ArrowLeft, Trash2 } from "lucide-react";
import { PageFrame } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Problem } from "@/components/ui/problem";
import type { Agent } from "@/lib/features/agents/shape/agents";
import { AgentHistory } from "./agent-history";
import { BehaviourFields, IdentityFields, LimitFields } from "./agent-fields";
import { TryLink } from "./agents-page";
import { ToolFields } from "./tool-fields";
import { useAgentForm, type AgentForm } from "./use-agent-form";
import { useAgentWords } from "./use-agent-words";
import { useLeaveWarning } from "@/components/admin/use-leave-warning";

/** All of one agent, `null` for one that is made, with its versions. */
export function AgentEditor({ initial }: { initial: Agent | null }) {
  const t = useTranslations("admin.agents");
  const form = useAgentForm(initial);
  const { base, changes } = form;
  useLeaveWarning(changes.length > 0);
  return (
    <PageFrame
      page="agents"
      aside={base?.isEnabled === true && changes.length === 0 && <TryLink agent={base} />}
    >
      <p className="pt-4">
        <Link
          href="/admin/agents"
          prefetch={false}
          className="inline-flex min-h-9 items-center gap-1.5 rounded-sm text-sm text-accent pointer-coarse:min-h-11"
        >
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
          {t("back")}
        </Link>
      </p>
      <IdentityFields form={form} />
      <BehaviourFields form={form} />
      <ToolFields form={form} />
      <LimitFields form={form} />
      {base !== null && <AgentHistory form={form} agent={base} />}
      {base !== null && <Removal form={form} name={base.name} />}
      <AgentBar form={form} />
    </PageFrame>
  );
}

/** Appears with the first change, says what is changed and what is wrong, saves and undoes. */
function AgentBar({ form }: { form: AgentForm }) {
  const t = useTranslations("admin");
  const { base, draft, changes, state } = form;
  const { nameOf } = useAgentWords();
  const names = changes.map(nameOf).join(t("bar.separator"));
  const canSave = draft.name.trim() !== "" && state.kind !== "saving";
  return (
    <div
      role="region"
      aria-label={t("agents.notSaved")}
      className="pointer-events-none sticky bottom-0 z-10 from-paper from-60% to-transparent pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] has-[button]:bg-linear-to-t"
    >
      <p role="status" className="sr-only">
        {state.kind === "saved" && t("bar.saved")}
      </p>
      {changes.length > 0 && (
        <div className="pointer-events-auto flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-hairline bg-raised px-4 py-3 shadow-float">
          <div className="min-w-0 flex-[1_1_10rem] text-sm leading-5">
            <p>{base === null ? t("agents.notMade") : t("bar.changed", { count: changes.length, names })}</p>
            {state.kind === "conflict" && (
              <p role="alert" className="text-partly">
                {t("agents.conflict", { person: state.theirs.updatedBy, version: state.theirs.version })}
              </p>
            )}
            <Problem>
              {state.kind === "failed" &&
                t("bar.failed", { reason: toReason(state, nameOf, t("bar.separator")) })}
            </Problem>
          </div>
          <div className="ms-auto flex gap-2">
            <Button tone="quiet" onClick={form.undo}>
              {t("bar.undoAll")}
            </Button>
            <Button tone="primary" aria-disabled={!canSave} onClick={() => canSave && void form.save()}>
              {t(state.kind === "saving" ? "bar.saving" : "bar.save")}
            </Button>
          </div>
        </div>
      )}
    </div>
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

function Removal({ form, name }: { form: AgentForm; name: string }) {
  const t = useTranslations("admin.agents");
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="pt-8">
      <Button tone="danger" onClick={() => setAsking(true)}>
        <Trash2 className="size-4" aria-hidden="true" />
        {t("delete")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("deleteTitle", { name })}
        action={t("delete")}
        isDangerous
        onConfirm={form.remove}
        onClose={() => setAsking(false)}
      >
        <p className="text-sm leading-5 text-quiet">{t("deleteHelp")}</p>
      </ConfirmDialog>
    </div>
  );
}
