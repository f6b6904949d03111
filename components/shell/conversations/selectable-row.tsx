import { Square, SquareCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { toggleSelected, type Selection } from "./selection";

type Props = { conversation: ConversationSummary; selection: Selection };

/** A conversation as a checkbox, while several are being selected. */
export function SelectableRow({ conversation: { id, title }, selection }: Props) {
  const t = useTranslations("shell");
  const { selected, lists, change } = selection;
  const button = useRef<HTMLButtonElement>(null);
  const isChecked = selected?.ids.includes(id) ?? false;
  const isFirst = selected?.last === id;
  useEffect(() => {
    // The menu that began it is gone with the row that it stood on.
    if (isFirst && document.activeElement === document.body) button.current?.focus();
  }, [isFirst]);
  const Mark = isChecked ? SquareCheck : Square;
  return (
    <button
      ref={button}
      type="button"
      role="checkbox"
      aria-checked={isChecked}
      onClick={({ shiftKey }) => change((before) => toggleSelected(before, id, { isRange: shiftKey, lists }))}
      className={`flex w-full items-center gap-2 rounded-lg px-2 py-[calc(0.5rem*var(--room))] text-start text-sm leading-5 select-none pointer-coarse:py-3 ${isChecked ? "bg-tint" : "hover:bg-sunken"}`}
    >
      <Mark className={`size-4 shrink-0 ${isChecked ? "text-accent" : "text-quiet"}`} aria-hidden="true" />
      <span className="truncate" dir="auto">
        {title || t("untitled")}
      </span>
    </button>
  );
}
