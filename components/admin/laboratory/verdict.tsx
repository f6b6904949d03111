import { useTranslations } from "next-intl";
import type { ExperimentReply, ExperimentVerdict } from "@/lib/features/laboratory/shape/laboratory";

type Props = { reply: Pick<ExperimentReply, "table" | "night" | "state"> };

/** What an experiment that is over says, how sure that is, and whether the comparing model has failed. */
export function Verdict({ reply: { table, night, state } }: Props) {
  const t = useTranslations("admin.laboratory.verdict");
  const wins = useTranslations("admin.laboratory.wins");
  const { verdict, unjudged } = table;
  const isSaid = verdict !== null && night === null && state !== "running";
  return (
    <div className="text-sm leading-5 empty:hidden">
      {isSaid && (
        <>
          <p className="text-base font-medium">
            {t("line", {
              quality: verdict.quality,
              cost: verdict.cost ?? "same",
              time: verdict.time ?? "same",
            })}
          </p>
          {verdict.by !== null && (
            <p>
              {t("why", {
                ...{ what: wins(verdict.by), live: table[verdict.by].live, draft: table[verdict.by].draft },
                times: Math.round(table[verdict.by].p * 100),
              })}
            </p>
          )}
          {verdict.quality === "none" && <p>{t(`room.${toRoom(verdict)}`, toLeast(verdict))}</p>}
        </>
      )}
      {unjudged.count > 0 && <p className="text-partly">{t("unjudged", unjudged)}</p>}
    </div>
  );
}

/** What could have counted at all. */
function toRoom({ pairs, leastWins }: ExperimentVerdict): "none" | "sweep" | "some" {
  if (leastWins === null) return "none";
  return leastWins === pairs ? "sweep" : "some";
}

function toLeast({ pairs, leastWins }: ExperimentVerdict) {
  const least = leastWins ?? pairs;
  return { pairs, least, rest: pairs - least };
}
