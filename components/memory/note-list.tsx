import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toMessagePath } from "@/lib/client/memory";
import { keepFocus } from "./keep-focus";
import type { MemoryView } from "./fact-row";
import { useMemoryWords } from "./use-memory-words";

/** What the agent noted for itself, newest first, with where, until the person deletes it. */
export function NoteList({ view: { reply, memory } }: { view: MemoryView }) {
  const t = useTranslations("memory");
  const { toDate } = useMemoryWords();
  const { notes = [] } = reply;
  if (notes.length === 0) return null;
  return (
    <section className="mt-8 border-t border-hairline pt-4">
      <h2 className="text-lg font-semibold">{t("notes.title")}</h2>
      <p className="text-sm leading-5 text-quiet">{t("notes.help")}</p>
      <ul className="pt-1">
        {notes.map(({ key, content, writtenAt, source }) => (
          <li key={key} className="flex items-start gap-3 border-b border-hairline py-2.5 last:border-0">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="font-medium wrap-anywhere">
                {key}
              </p>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {content}
              </p>
              <a href={toMessagePath(source)} className="text-sm leading-5 text-quiet underline">
                {t("notes.source", { date: toDate(writtenAt) })}
              </a>
            </div>
            <Button
              tone="danger"
              aria-label={t("notes.deleteOne", { key })}
              onClick={() => void memory.deleteNote(key).then(() => keepFocus())}
            >
              {t("notes.delete")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
