import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";

type Props = {
  label: string;
  model: string;
  listId: string;
  isWrong: boolean;
  isUnpriced: boolean;
  /** Just added by the person, who goes on by writing in it. */
  isNew: boolean;
  isFirst: boolean;
  isLast: boolean;
  onChange: (model: string) => void;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
};

export function ChainRow({
  label,
  model,
  listId,
  isWrong,
  isUnpriced,
  isNew,
  isFirst,
  isLast,
  onChange,
  onUp,
  onDown,
  onRemove,
}: Props) {
  const t = useTranslations("admin.tiers");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) input.current?.focus();
  }, [isNew]);
  return (
    <li className="flex flex-wrap items-center gap-1">
      <input
        ref={input}
        value={model}
        list={listId}
        aria-invalid={isWrong}
        placeholder="provider:model"
        aria-label={label}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onChange(event.target.value)}
        className="text-field min-w-0 flex-1 font-mono text-[13px]"
      />
      <IconButton
        label={t("up", { model })}
        icon={<ArrowUp className="size-4" aria-hidden="true" />}
        disabled={isFirst}
        onClick={onUp}
      />
      <IconButton
        label={t("down", { model })}
        icon={<ArrowDown className="size-4" aria-hidden="true" />}
        disabled={isLast}
        onClick={onDown}
      />
      <IconButton
        label={t("remove", { model })}
        icon={<X className="size-4" aria-hidden="true" />}
        onClick={onRemove}
      />
      {isUnpriced && <p className="w-full text-xs leading-5 text-partly">{t("unpriced")}</p>}
      {isWrong && <p className="w-full text-xs leading-5 text-bad">{t("pattern")}</p>}
    </li>
  );
}
