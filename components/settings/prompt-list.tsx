import { Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { PageSection } from "@/components/ui/page";
import { ResourceList } from "@/components/ui/resource-list";
import { promptList } from "@/lib/client/prompts";
import { useResource } from "@/lib/client/resource";
import type { Prompt, PromptsReply } from "@/lib/features/prompts/shape";
import { deletePrompt } from "@/lib/features/prompts/api";
import { callRemoval } from "@/lib/client/request";
import { PromptForm } from "./prompt-form";

type Props = { initial: PromptsReply; mayShare: boolean };
type OpenedDialog = { kind: "form"; prompt: Prompt | null } | { kind: "delete"; prompt: Prompt } | null;

/** Saved prompts, the person's own and those that everybody has, which administrators change here. */
export function PromptList({ initial, mayShare }: Props) {
  const t = useTranslations("settings.prompts");
  const list = useResource({ ...promptList, initial });
  const { items, put, take } = list;
  const [opened, setOpened] = useState<OpenedDialog>(null);
  const prompts = items.toSorted(
    (a, b) => Number(a.shared) - Number(b.shared) || a.name.localeCompare(b.name),
  );
  return (
    <PageSection title={t("title")} help={t("help")}>
      <ResourceList list={list}>
        <ul aria-label={t("title")}>
          {prompts.map((prompt) => (
            <Row
              key={prompt.id}
              prompt={prompt}
              mayChange={mayShare || !prompt.shared}
              onChange={() => setOpened({ kind: "form", prompt })}
              onDelete={() => setOpened({ kind: "delete", prompt })}
            />
          ))}
        </ul>
      </ResourceList>
      <div className="mt-2 flex justify-end">
        <Button onClick={() => setOpened({ kind: "form", prompt: null })}>
          <Plus size={16} aria-hidden />
          {t("new")}
        </Button>
      </div>
      {opened?.kind === "form" && (
        <PromptForm
          prompt={opened.prompt}
          mayShare={mayShare}
          onSaved={put}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === "delete" && (
        <ConfirmDialog
          isDangerous
          title={t("deleteTitle", { name: opened.prompt.name })}
          action={t("deleteAction")}
          onConfirm={() => callRemoval(deletePrompt, { params: opened.prompt })}
          onDone={() => void take(opened.prompt.id)}
          onClose={() => setOpened(null)}
        >
          <p className="text-sm leading-5">{t(opened.prompt.shared ? "deleteShared" : "deleteOwn")}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

type RowProps = { prompt: Prompt; mayChange: boolean; onChange: () => void; onDelete: () => void };

function Row({ prompt: { name, text, shared }, mayChange, onChange, onDelete }: RowProps) {
  const t = useTranslations("settings.prompts");
  return (
    <li className="flex min-h-12 items-center gap-1 border-t border-hairline py-1">
      <div className="min-w-0 flex-1 leading-5">
        <p className="flex items-baseline gap-2 text-sm">
          <span dir="auto" className="truncate font-medium">
            /{name}
          </span>
          {shared && <span className="shrink-0 text-xs text-quiet">{t("shared")}</span>}
        </p>
        <p dir="auto" className="truncate text-sm text-quiet">
          {text}
        </p>
      </div>
      {mayChange && (
        <>
          <IconButton
            label={t("edit", { name })}
            icon={<Pencil size={16} aria-hidden />}
            onClick={onChange}
          />
          <IconButton
            label={t("delete", { name })}
            icon={<Trash2 size={16} aria-hidden />}
            tip="left"
            onClick={onDelete}
          />
        </>
      )}
    </li>
  );
}
