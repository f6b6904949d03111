"use client";

import { useTranslations } from "next-intl";
import { PageFrame } from "@/components/admin/page-frame";

const variables = ["AUTH_URL", "AUTH_SECRET", "ADMIN_EMAILS"] as const;

/** On a server without accounts: that there is one person, and what makes it a place for many. */
export function OwnerMode() {
  const t = useTranslations("admin.people.owner");
  return (
    <PageFrame page="people">
      <div className="mt-6 rounded-xl border border-hairline bg-raised px-5 py-4">
        <h2 className="font-medium">{t("title")}</h2>
        <p className="pt-1 text-sm leading-5 text-quiet">{t("text")}</p>
        <h3 className="pt-4 text-sm font-medium">{t("how")}</h3>
        <dl className="grid gap-2 pt-2 text-sm leading-5">
          {variables.map((variable) => (
            <div key={variable} className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
              <dt>
                <code className="font-mono text-[13px]">{variable}</code>
              </dt>
              <dd className="text-quiet">{t(variable)}</dd>
            </div>
          ))}
        </dl>
        <p className="pt-4 text-sm leading-5 text-quiet">{t("then")}</p>
      </div>
    </PageFrame>
  );
}
