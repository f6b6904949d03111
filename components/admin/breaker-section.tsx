import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { adminApi } from "@/lib/client/admin-api";
import type { BreakerKind } from "@/lib/protocol/breakers";
import { BreakerList } from "./breaker-list";
import { PageSection } from "./page-frame";
import { useLoaded } from "./use-loaded";
import { useSettings } from "./use-settings";

/** Which models, tools or search engines fail at the moment and which of them are left alone, as the server that answers has found. */
export function BreakerSection({ kind }: { kind: BreakerKind }) {
  const t = useTranslations("admin.breakers");
  const { value, reason, isLoading, reload } = useLoaded(adminApi.getBreakers);
  const { engines = [] } = useSettings().form.reply;
  const names = Object.fromEntries(engines.map(({ id, name }) => [id, name]));
  const refresh = (
    <button type="button" className="quiet-button -me-2" disabled={isLoading} onClick={reload}>
      <RotateCw className="size-4" aria-hidden="true" />
      {t("refresh")}
    </button>
  );
  return (
    <PageSection title={t(`title.${kind}`)} help={t("help")} aside={refresh}>
      {reason !== null && (
        <p role="alert" className="pt-4 text-sm leading-5 text-bad">
          {t("failed", { reason })}
        </p>
      )}
      <div role="status" aria-busy={isLoading} className={isLoading ? "opacity-60" : ""}>
        {value === null ? (
          isLoading && <p className="pt-4 text-sm leading-5 text-quiet">{t("loading")}</p>
        ) : (
          <BreakerList breakers={value.breakers.filter((breaker) => breaker.kind === kind)} names={names} />
        )}
      </div>
    </PageSection>
  );
}
