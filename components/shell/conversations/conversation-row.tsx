import { Ellipsis, PencilLine, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useEffect, useRef } from "react";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { showToast } from "@/components/ui/toast";
import type { ConversationActions } from "./use-conversations";
import { undoMs } from "./use-deletions";

import Link from "next/link";

type Props = {
  conversation: ConversationSummary;
  isOpen: boolean;
  actions: ConversationActions;
  onNavigate: () => void;
};

export function ConversationRow({ conversation, isOpen, actions, onNavigate }: Props) {
  const t = useTranslations();
  const [isRenaming, setRenaming] = useState(false);
  const remove = useRemoval(conversation, isOpen, actions);
  const title = conversation.title || t("shell.untitled");

  const rename = async (wanted: string): Promise<void> => {
    setRenaming(false);
    if (wanted === "" || wanted === conversation.title) return;
    if (!(await actions.rename(conversation.id, wanted)))
      showToast({ text: t("shell.renameFailed"), isFailure: true });
  };

  if (isRenaming) {
    return (
      <li>
        <RenameForm
          title={title}
          onDone={(wanted) => void rename(wanted)}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className={`group relative flex items-center rounded-lg ${isOpen ? "bg-tint" : "hover:bg-sunken"}`}>
      <Link
        href={`/c/${conversation.id}`}
        prefetch={false}
        aria-current={isOpen ? "page" : undefined}
        onClick={onNavigate}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-lg p-2 text-sm leading-5 group-has-focus-visible:pe-9 group-has-[:popover-open]:pe-9 group-hover:pe-9 pointer-coarse:py-3 pointer-coarse:pe-11"
      >
        {conversation.activeRunId !== null && <RunningMark />}
        <span className="truncate" dir="auto">
          {title}
        </span>
      </Link>
      <div className={menuClasses}>
        <Menu
          label={t("shell.rowMenu", { title })}
          icon={<Ellipsis className="size-4" aria-hidden="true" />}
          className="after:hidden"
        >
          <MenuItem
            icon={<PencilLine className="size-4" aria-hidden="true" />}
            onSelect={() => setRenaming(true)}
          >
            {t("common.rename")}
          </MenuItem>
          <MenuItem icon={<Trash2 className="size-4" aria-hidden="true" />} tone="danger" onSelect={remove}>
            {t("common.delete")}
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}

/** Over the title's end on hover or focus; always on a touch screen. Its name says what a tooltip would. */
const menuClasses =
  "absolute end-0 top-0 flex opacity-0 group-has-focus-visible:opacity-100 group-has-[:popover-open]:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100";

function RunningMark() {
  const t = useTranslations("shell");
  return (
    <span className="size-2 shrink-0 animate-pulse rounded-full bg-mark" title={t("running")}>
      <span className="sr-only">{t("running")}</span>
    </span>
  );
}

/** Takes it off the list at once; nothing is deleted before the time for undoing is over. */
function useRemoval(
  { id, title }: ConversationSummary,
  isOpen: boolean,
  actions: ConversationActions,
): () => void {
  const t = useTranslations();
  const router = useRouter();
  const name = title || t("shell.untitled");
  return () => {
    actions.remove(id, () => showToast({ text: t("shell.deleteFailed", { title: name }), isFailure: true }));
    if (isOpen) router.push("/");
    const undo = (): void => {
      actions.restore(id);
      if (isOpen) router.push(`/c/${id}`);
    };
    showToast({
      text: t("shell.deleted", { title: name }),
      action: { label: t("common.undo"), run: undo },
      durationMs: undoMs,
    });
  };
}

type RenameFormProps = { title: string; onDone: (title: string) => void; onCancel: () => void };

/** The title as a field: Enter or leaving it saves, Escape leaves it as it was. */
function RenameForm({ title, onDone, onCancel }: RenameFormProps) {
  const t = useTranslations("shell");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const finish = (): void => onDone(input.current?.value.trim() ?? "");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <input
        ref={input}
        defaultValue={title}
        aria-label={t("renameLabel")}
        maxLength={120}
        dir="auto"
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
        className="h-9 w-full rounded-lg border border-strong bg-raised px-2 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
      />
    </form>
  );
}
