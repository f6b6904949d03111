import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useAction } from "@/components/ui/use-action";
import { scrollable } from "@/components/ui/scrollable";
import { Problem } from "@/components/ui/problem";
import type { Expectations, SavedQuestion } from "@/lib/features/laboratory/shape/laboratory";
import type { LaboratoryState } from "./use-laboratory";

type Props = {
  laboratory: LaboratoryState;
  asked: readonly SavedQuestion[];
  onTick: (id: string, isAsked: boolean) => void;
};

export function QuestionList({ laboratory, asked, onTick }: Props) {
  const t = useTranslations("admin.laboratory");
  const { run, reason } = useAction();
  const ids = new Set(asked.map(({ id }) => id));
  if (laboratory.questions.length === 0)
    return <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>;
  return (
    <>
      <Problem className="pt-3">{reason !== null && t("failed", { reason })}</Problem>
      <ul aria-label={t("questions")} className="max-h-96 overflow-y-auto" {...scrollable}>
        {laboratory.questions.map(({ id, text, expectations }) => (
          <li key={id} className="flex items-start gap-3 border-b border-hairline py-2 last:border-0">
            <label className="flex min-w-0 flex-1 items-start gap-3 pointer-coarse:py-2">
              <input
                type="checkbox"
                checked={ids.has(id)}
                onChange={(event) => onTick(id, event.target.checked)}
                className="mt-1 size-4 shrink-0 accent-ink"
              />
              <span className="min-w-0">
                <span dir="auto" className="block text-sm leading-5 wrap-anywhere">
                  {text}
                </span>
                <Expected expectations={expectations} />
              </span>
            </label>
            <IconButton
              label={`${t("delete")}: ${text.slice(0, 60)}`}
              icon={<Trash2 size={16} aria-hidden />}
              tip="left"
              onClick={() => void run(() => laboratory.removeQuestion(id))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Expected({ expectations }: { expectations: Expectations }) {
  const t = useTranslations("admin.laboratory");
  const { cites, contains, isSearchFree, mustCall, mustNotCall, mostCents, mostSeconds, rubric } =
    expectations;
  const words = [
    cites && t("cites"),
    contains.length > 0 && contains.map((one) => `“${one}”`).join(" "),
    isSearchFree && t("isSearchFree"),
    mustCall.length > 0 && `${t("mustCall")}: ${mustCall.join(", ")}`,
    mustNotCall.length > 0 && `${t("mustNotCall")}: ${mustNotCall.join(", ")}`,
    mostCents !== null && `${t("mostCents")}: ${mostCents}`,
    mostSeconds !== null && `${t("mostSeconds")}: ${mostSeconds}`,
    rubric,
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <span dir="auto" className="block text-xs leading-5 text-quiet wrap-anywhere">
      {words.join(" · ")}
    </span>
  );
}
