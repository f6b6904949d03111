import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

type RenameFormProps = { title: string; onDone: (title: string) => void; onCancel: () => void };

/** The title as a field: Enter or leaving it saves, Escape leaves it as it was. */
export function RenameForm({ title, onDone, onCancel }: RenameFormProps) {
  const t = useTranslations("shell");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const finish = (): void => onDone(input.current?.value.trim() ?? "");
  return (
    <form
      className="min-w-0 flex-1"
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
