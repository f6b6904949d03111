import { useTranslations } from "next-intl";
import type { ExperimentReply, ExperimentVerdict } from "@/lib/features/laboratory/shape/laboratory";

type Props = { reply: Pick<ExperimentReply, "table" | "night" | "state"> };

/** What an experiment that is over says, how sure that is, and whether the comparing model has failed. */
export function Verdict({ reply: { table, night, state } }: Props) {
  const t = useTranslations("admin.laboratory.verdict");
  const line = useVerdictLine();
  const { verdict, unjudged, rows } = table;
  const isSaid = verdict !== null && night === null && state !== "running";
  const [before, after] = rows.map(({ passed }) => passed);
  const by = verdict?.by ?? null;
  return (
    <div className="grid gap-1 text-sm leading-5 empty:hidden">
      {isSaid && (
        <>
          <p className="text-lg leading-6 font-semibold">{line(verdict)}</p>
          <p className="text-soft">
            {before !== undefined && after !== undefined && (
              <>{t("passed", { before: before.count, after: after.count, of: after.of })} </>
            )}
            {by !== null && (
              <>
                {t(`by.${by}`, { before: table[by].live, after: table[by].draft })}{" "}
                {t("chance", { times: Math.round(table[by].p * 100) })}
              </>
            )}
            {verdict.quality === "none" && t(`room.${toRoom(verdict)}`, toLeast(verdict))}
          </p>
        </>
      )}
      {unjudged.count > 0 && <p className="text-partly">{t("unjudged", unjudged)}</p>}
    </div>
  );
}

/** The verdict in one sentence. */
function useVerdictLine(): (verdict: ExperimentVerdict) => string {
  const t = useTranslations("admin.laboratory.verdict");
  return ({ quality, time, cost }) => {
    const more = [time, cost].flatMap((each) => (each === null ? [] : t(`more.${each}`)));
    const [first = "", second = ""] = more;
    return t("line", { quality, more: more.length, first, second });
  };
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
