import { useTranslations } from "next-intl";

/** How a real call went: how long it took and what came back, or why nothing did. */
export function TestResult({ result }: { result: { ok: boolean; latencyMs: number; message: string } }) {
  const t = useTranslations("admin.providers");
  const ms = Math.round(result.latencyMs);
  if (!result.ok) return <span className="text-bad">{t("fails", { message: result.message })}</span>;
  return (
    <span className="text-good">
      {result.message === "" ? t("works", { ms }) : t("worksSaying", { ms, message: result.message })}
    </span>
  );
}
