"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { BlankPage } from "./blank-page";
import { HomeLink } from "@/components/ui/home-link";

/** What stands where a page failed; what failed is in the server's log, not here. */
export function BrokenPage({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations();
  const [isRetrying, startTransition] = useTransition();
  return (
    <BlankPage title={t("errors.brokenTitle")} text={t("errors.brokenText")}>
      <Button tone="primary" disabled={isRetrying} onClick={() => startTransition(onRetry)}>
        {t("common.retry")}
      </Button>
      <HomeLink label={t("errors.home")} />
    </BlankPage>
  );
}
