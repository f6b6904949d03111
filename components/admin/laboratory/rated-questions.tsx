import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ResourceList } from "@/components/ui/resource-list";
import { listRated } from "@/lib/features/laboratory/api";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { RatedQuestion, RatedReply } from "@/lib/features/laboratory/shape/laboratory";
import type { LaboratoryState } from "./use-laboratory";

const ratedList = {
  load: loadFrom(listRated),
  key: ({ runId }: RatedQuestion) => runId,
  page: ({ questions: items }: RatedReply) => ({ items }),
};

/** Questions of the administrator's own whose answers they rated. */
export function RatedQuestions({
  laboratory,
  onClose,
}: {
  laboratory: LaboratoryState;
  onClose: () => void;
}) {
  const t = useTranslations("admin.laboratory");
  const list = useResource(ratedList);
  const add = async (entered: FormData): Promise<string | null> => {
    const given = entered.getAll("run");
    const questions = list.items
      .filter(({ runId }) => given.includes(runId))
      .map(({ text, cites }) => ({ text: text.slice(0, 4_000), expectations: { ...nothing, cites } }));
    return questions.length === 0 ? null : laboratory.add({ questions, from: "rating" });
  };
  return (
    <ConfirmDialog title={t("rated")} action={t("ratedAdd")} onConfirm={add} onClose={onClose}>
      <ResourceList list={list} empty={t("ratedNone")}>
        <ul className="grid gap-2">
          {list.items.map(({ runId, text, value }) => (
            <li key={runId}>
              <label className="flex items-start gap-3 text-sm leading-5 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  name="run"
                  value={runId}
                  className="mt-0.5 size-4 shrink-0 accent-ink"
                />
                <span className="min-w-0">
                  <span dir="auto" className="wrap-anywhere">
                    {text}
                  </span>{" "}
                  <span className="text-quiet">({t(value)})</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </ResourceList>
    </ConfirmDialog>
  );
}

const nothing = {
  ...{ cites: false, contains: [], isSearchFree: false, mustCall: [], mustNotCall: [] },
  ...{ mostCents: null, mostSeconds: null, rubric: "" },
};
