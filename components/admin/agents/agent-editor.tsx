"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ArrowLeft, Trash2 } from "lucide-react";
import { PageFrame } from "@/components/admin/page-frame";
import { useLeaveWarning } from "@/components/admin/use-leave-warning";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Segments } from "@/components/ui/segments";
import type { Agent } from "@/lib/features/agents/shape/agents";
import { builtInAgentId } from "@/lib/features/agents/shape/built-in-agent";
import { AgentBar } from "./agent-bar";
import { AgentHistory } from "./agent-history";
import { IdentityFields, MoreFields } from "./agent-fields";
import { AgentTrial } from "./agent-trial";
import { AudienceField, type NamedPerson } from "./audience-field";
import { ToolFields } from "./tool-fields";
import { useAgentForm, type AgentForm } from "./use-agent-form";

type Props = {
  /** `null` for one that is made. */
  initial: Agent | null;
  /** Whom its audience names. */
  people: readonly NamedPerson[];
};

/** An agent with its versions, and a chat that tries it: beside it, or behind it on a narrow screen. */
export function AgentEditor({ initial, people }: Props) {
  const t = useTranslations("admin.agents");
  const form = useAgentForm(initial);
  const [side, setSide] = useState<"form" | "trial">("form");
  const { base, changes } = form;
  useLeaveWarning(changes.length > 0);
  return (
    <PageFrame page="agents">
      <div className="flex flex-wrap items-center justify-between gap-2 pt-4">
        <Link
          href="/admin/agents"
          prefetch={false}
          className="inline-flex min-h-9 items-center gap-1.5 rounded-sm text-sm text-accent pointer-coarse:min-h-11"
        >
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
          {t("back")}
        </Link>
        <div className="lg:hidden">
          <Segments
            label={t("trial.view")}
            value={side}
            options={(["form", "trial"] as const).map((value) => ({
              value,
              name: t(`trial.views.${value}`),
            }))}
            onChoose={setSide}
          />
        </div>
      </div>
      <div className="gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
        <div className={joinClasses("min-w-0", side === "trial" && "max-lg:hidden")}>
          <Fields form={form} people={people} />
          <AgentBar form={form} />
        </div>
        <div
          className={joinClasses(
            "min-w-0 py-6 lg:sticky lg:top-6 lg:h-[calc(100dvh-10rem)] lg:border-s lg:border-hairline lg:ps-6",
            side === "form" && "max-lg:hidden",
          )}
        >
          <AgentTrial key={base?.id} form={form} />
        </div>
      </div>
    </PageFrame>
  );
}

/** Of the built-in one the settings say all but which tools it must use. */
function Fields({ form, people }: { form: AgentForm; people: Props["people"] }) {
  const t = useTranslations("admin.agents");
  const { base } = form;
  const isBuiltIn = base?.id === builtInAgentId;
  if (isBuiltIn)
    return (
      <>
        <p className="pt-4 text-sm leading-5 text-soft">
          {t("builtInHelp")}{" "}
          <Link href="/admin/agent" prefetch={false} className="text-accent underline underline-offset-3">
            {t("settings")}
          </Link>
        </p>
        <ToolFields form={form} isBuiltIn />
        <AgentHistory form={form} agent={base} />
      </>
    );
  return (
    <>
      <IdentityFields form={form} />
      <AudienceField form={form} people={people} />
      <MoreFields form={form} />
      {base !== null && <AgentHistory form={form} agent={base} />}
      {base !== null && <Removal form={form} name={base.name} />}
    </>
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
