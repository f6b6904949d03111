"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ArrowLeft, Trash2 } from "lucide-react";
import { PageFrame } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Agent } from "@/lib/features/agents/shape/agents";
import { AgentBar } from "./agent-bar";
import { AgentHistory } from "./agent-history";
import { BehaviourFields, IdentityFields, LimitFields } from "./agent-fields";
import { TryLink } from "./agents-page";
import { ToolFields } from "./tool-fields";
import { useAgentForm, type AgentForm } from "./use-agent-form";
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
