"use client";

import { Plus, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { Page } from "@/components/ui/page";
import { ResourceList } from "@/components/ui/resource-list";
import { useResource } from "@/lib/client/resource";
import { changeWorkflow, importWorkflow, listWorkflows } from "@/lib/features/workflows/api";
import { call, loadFrom } from "@/lib/client/request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { WorkflowFile, WorkflowsReply } from "@/lib/features/workflows/shape/workflows";
import { parseJson } from "@/lib/protocol/json";
import { DifferenceDialog } from "./difference-dialog";
import { RunForm } from "./run-form";
import { useRemoval } from "./use-removal";
import { WorkflowForm } from "./workflow-form";
import { WorkflowRow, type WorkflowAct } from "./workflow-row";

type ListedWorkflow = WorkflowsReply["workflows"][number];
type Props = {
  initial: WorkflowsReply;
  settings: ClientSettings;
  /** Of the server, until the browser's own is known. */
  timezone: string;
  /** Without it a workflow is asked when somebody uses the site, or its scheduler comes by. */
  looksByItself: boolean;
};

const workflowList = {
  load: loadFrom(listWorkflows),
  key: ({ id }: ListedWorkflow) => id,
  page: ({ workflows: items }: WorkflowsReply) => ({ items }),
};

/** What the person keeps to ask again: workflows with their steps, and watches. */
export function WorkflowsPage({ initial, settings, timezone, looksByItself }: Props) {
  const t = useTranslations("settings.workflows");
  const explain = useReason();
  const list = useResource({ ...workflowList, initial });
  const [opened, setOpened] = useState<{ act: WorkflowAct; id: string } | null>(null);
  const [isMaking, setMaking] = useState(false);
  const workflow = list.items.find(({ id }) => id === opened?.id);
  const act = workflow === undefined ? null : opened?.act;
  const reload = () => void list.reload();
  const pause = async ({ id, isPaused }: ListedWorkflow): Promise<void> => {
    const answer = await call(changeWorkflow, { params: { id }, body: { isPaused: !isPaused } });
    if (!answer.ok) showToast({ text: explain(answer), isFailure: true });
    reload();
  };
  const remove = useRemoval(list);
  const onAct = (one: ListedWorkflow, chosen: WorkflowAct) => {
    if (chosen === "pause") void pause(one);
    else if (chosen === "delete") remove(one);
    else setOpened({ act: chosen, id: one.id });
  };
  const dialog = { onDone: reload, onClose: () => setOpened(null) };
  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setMaking(true)}>
        <Plus size={16} aria-hidden />
        {t("new")}
      </Button>
      <ImportButton onDone={reload} />
    </div>
  );
  return (
    <Page title={t("title")} help={t("help")} actions={actions}>
      <p className="pt-2 pb-4 text-small text-quiet">{t(looksByItself ? "lateHere" : "lateAway")}</p>
      <ResourceList list={list} empty={t("none")}>
        <ul aria-label={t("title")}>
          {list.items.map((one) => (
            <WorkflowRow key={one.id} workflow={one} onAct={(chosen) => onAct(one, chosen)} />
          ))}
        </ul>
      </ResourceList>
      {isMaking && (
        <WorkflowForm
          {...{ workflow: null, settings, timezone, onDone: reload }}
          onClose={() => setMaking(false)}
        />
      )}
      {workflow && act === "edit" && <WorkflowForm {...{ workflow, settings, timezone }} {...dialog} />}
      {workflow && act === "run" && <RunForm workflow={workflow} {...dialog} />}
      {workflow && act === "difference" && <DifferenceDialog workflow={workflow} {...dialog} />}
    </Page>
  );
}

const maxFileBytes = 500_000;

/** Takes a file that was exported. What is wrong with it is said. */
function ImportButton({ onDone }: { onDone: () => void }) {
  const t = useTranslations("settings.workflows");
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    // Whether it is one, the server says.
    const body = file.size > maxFileBytes ? null : (parseJson(await file.text()) as WorkflowFile | null);
    const answer = body === null ? null : await call(importWorkflow, { body });
    if (answer?.ok === true) showToast({ text: t("imported") });
    else showToast({ text: t("notImported"), isFailure: true });
    onDone();
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t("import")}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void take(file);
          target.value = "";
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden />
        {t("import")}
      </Button>
    </div>
  );
}
