import { History } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { DifferenceList } from "@/components/admin/difference-list";
import { Button } from "@/components/ui/button";
import type { ComparedVersion } from "./compare-versions";

type Props = { version: ComparedVersion; isNow: boolean; onRevert: () => void };

export function VersionRow({ version, isNow, onRevert }: Props) {
  const t = useTranslations("admin.history");
  const format = useFormatter();
  const time = format.dateTime(version.updatedAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-[1_1_14rem]">
          <span className="font-medium">{t("version", { version: version.version })}</span>
          {isNow && (
            <span className="ms-2 rounded-full bg-good-tint px-2 text-xs leading-5 text-good">
              {t("now")}
            </span>
          )}
          <span className="block text-xs leading-5 text-quiet wrap-anywhere">
            {t("by", { time, person: version.updatedBy })}
          </span>
        </p>
        {!isNow && (
          <Button onClick={onRevert}>
            <History className="size-4" aria-hidden="true" />
            {t("revertTo", { version: version.version })}
          </Button>
        )}
      </div>
      <div className="pt-2">
        <DifferenceList differences={version.changed} none={t("nothingChanged")} />
      </div>
      {!isNow && (
        <details className="pt-2 text-sm">
          <summary className="w-fit rounded-sm text-quiet hover:text-ink pointer-coarse:py-3">
            {t("compare")}
          </summary>
          <div className="pt-2">
            <DifferenceList differences={version.toNow} none={t("asNow")} />
          </div>
        </details>
      )}
    </li>
  );
}
