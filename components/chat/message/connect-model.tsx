"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SetupCard } from "@/components/models/setup-card";
import { Button } from "@/components/ui/button";

/** Below an answer that the offline guide could not give: how a model can, or who can see to it. */
export function ConnectModel({ canConfigure }: { canConfigure: boolean }) {
  const t = useTranslations("chat.needsModel");
  const [isOpen, setOpen] = useState(false);
  if (!canConfigure) return <p className="text-sm text-quiet">{t("askAdmin")}</p>;
  if (isOpen) return <SetupCard />;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-quiet">
      {t("about")}
      <Button onClick={() => setOpen(true)}>{t("connect")}</Button>
    </p>
  );
}
