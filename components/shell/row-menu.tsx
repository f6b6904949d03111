import { Ellipsis, PencilLine, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef } from "react";

type Props = { title: string; onRename: () => void; onDelete: () => void };

/** A row's actions in the browser's own popover: it closes on Escape, on a press elsewhere and when another one opens. */
export function RowMenu({ title, onRename, onDelete }: Props) {
  const t = useTranslations();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const popoverId = useId();
  const choose = (action: () => void) => () => {
    menu.current?.hidePopover();
    action();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={popoverId}
        aria-label={t("shell.rowMenu", { title })}
        className="icon-button size-8 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-md:size-11 max-md:opacity-100"
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={popoverId}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === "open") place(event.currentTarget, button.current);
        }}
        className="min-w-40 rounded-xl border border-hairline bg-raised p-1 shadow-float"
      >
        <button type="button" className="menu-item" onClick={choose(onRename)}>
          <PencilLine className="size-4" aria-hidden="true" />
          {t("common.rename")}
        </button>
        <button type="button" className="menu-item text-bad" onClick={choose(onDelete)}>
          <Trash2 className="size-4" aria-hidden="true" />
          {t("common.delete")}
        </button>
      </div>
    </>
  );
}

/** Puts it under its button, or above where there is no room. */
function place(menu: HTMLElement, button: HTMLElement | null): void {
  if (!button) return;
  const anchor = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const hasRoomBelow = anchor.bottom + height + 8 < window.innerHeight;
  menu.style.top = `${hasRoomBelow ? anchor.bottom + 4 : anchor.top - height - 4}px`;
  menu.style.left = `${Math.max(8, Math.min(anchor.right - width, window.innerWidth - width - 8))}px`;
}
