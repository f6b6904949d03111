import { Bot, Library, MessageSquare, X, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Mention, MentionKind } from "@/lib/protocol/mentions";

export const mentionIcons: Record<MentionKind, LucideIcon> = {
  agent: Bot,
  collection: Library,
  conversation: MessageSquare,
};

type Props = {
  mentions: readonly Mention[];
  /** Without it they are there to be read. */
  onRemove?: (mention: Mention) => void;
  className: string;
};

/** What a question points at. */
export function MentionChips({ mentions, onRemove, className }: Props) {
  const t = useTranslations("chat.suggestions");
  return (
    <ul aria-label={t("mentioned")} className={`flex flex-wrap gap-1.5 ${className}`}>
      {mentions.map((mention) => {
        const { kind, id, name } = mention;
        const Icon = mentionIcons[kind];
        return (
          <li
            key={`${kind} ${id}`}
            className="flex min-h-7 max-w-full items-center gap-1.5 rounded-lg border border-hairline bg-paper ps-2 text-sm leading-5 not-has-[button]:pe-2"
          >
            <Icon size={14} aria-hidden className="shrink-0 text-quiet" />
            <span className="sr-only">{t(`kinds.${kind}`)}</span>
            <span dir="auto" title={name} className="max-w-60 truncate">
              {name}
            </span>
            {onRemove !== undefined && (
              <button
                type="button"
                aria-label={t("remove", { name })}
                title={t("remove", { name })}
                onClick={() => onRemove(mention)}
                className="icon-button size-7 pointer-coarse:size-11"
              >
                <X size={14} aria-hidden />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
