import { Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { useReason } from "@/components/ui/use-reason";
import { PageSection } from "@/components/ui/page";
import { promptApi, promptList } from "@/lib/client/prompts";
import { useResource } from "@/lib/client/resource";
import type { Prompt, PromptsReply } from "@/lib/protocol/prompts";
import { PromptForm } from "./prompt-form";

type Props = { initial: PromptsReply; mayShare: boolean };
type Opened = { kind: "form"; prompt: Prompt | null } | { kind: "delete"; prompt: Prompt } | null;

/** Saved prompts, the person's own and those that everybody has, which administrators change here. */
export function PromptList({ initial, mayShare }: Props) {
  const t = useTranslations("settings.prompts");
  const { items, put, take } = useResource({ ...promptList, initial });
  const [opened, setOpened] = useState<Opened>(null);
  const prompts = items.toSorted(
    (a, b) => Number(a.shared) - Number(b.shared) || a.name.localeCompare(b.name),
  );
  return (
    <PageSection title={t("title")} help={t("help")}>
      {prompts.length > 0 && (
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
      )}
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
        <DeletePrompt
          prompt={opened.prompt}
          onDeleted={() => take(opened.prompt.id)}
          onClose={() => setOpened(null)}
        />
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

type DeleteProps = { prompt: Prompt; onDeleted: () => void; onClose: () => void };

function DeletePrompt({ prompt: { id, name, shared }, onDeleted, onClose }: DeleteProps) {
  const t = useTranslations("settings.prompts");
  const explain = useReason();
  const remove = async (): Promise<string | null> => {
    const answer = await promptApi.remove(id);
    // What somebody else deleted meanwhile is gone as well.
    if (!answer.ok && answer.status !== 404) return explain(answer);
    onDeleted();
    return null;
  };
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t("deleteTitle", { name })}
      action={t("deleteAction")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="text-sm leading-5">{t(shared ? "deleteShared" : "deleteOwn")}</p>
    </ConfirmDialog>
  );
}
