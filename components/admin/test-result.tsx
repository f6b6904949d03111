import { useFormatter, useTranslations } from "next-intl";
import type { EngineTestReply, ModelLack } from "@/lib/protocol/settings";

/** How a real call went: how long it took and what came back, or why nothing did. */
export function TestResult({ result }: { result: EngineTestReply & { lacks?: ModelLack[] } }) {
  const t = useTranslations("admin.providers");
  const format = useFormatter();
  const seconds = format.number(result.latencyMs / 1000, { maximumFractionDigits: 1 });
  const { ok, message, isEmpty = false, lacks = [] } = result;
  if (isEmpty) return <span className="text-partly">{t("worksEmpty", { seconds })}</span>;
  const words = message === "" ? t("works", { seconds }) : t("worksSaying", { seconds, message });
  return (
    <>
      <span className={ok ? "text-good" : "text-bad"}>{ok ? words : t("fails", { message })}</span>
      {lacks.map((lack) => (
        <span key={lack} className="block text-partly">
          {t(`lacks.${lack}`)}
        </span>
      ))}
    </>
  );
}
