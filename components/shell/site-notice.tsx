"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { noticeCookie, writeCookie } from "@/components/ui/preferences";

export type ShownNotice = { id: string; text: string };

/** What the site tells everybody, until the person closes it; another text is shown again. */
export function SiteNotice({ id, text }: ShownNotice) {
  const t = useTranslations("shell.notice");
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  const close = (): void => {
    writeCookie(noticeCookie, id);
    setClosed(true);
  };
  return (
    <section
      aria-label={t("label")}
      className="flex shrink-0 items-start gap-2 border-b border-hairline bg-tint py-1 ps-4 pe-1 text-sm leading-5"
    >
      <p
        dir="auto"
        className="max-h-24 min-w-0 flex-1 overflow-y-auto py-2 whitespace-pre-line wrap-anywhere"
      >
        {text}
      </p>
      <button
        type="button"
        className="icon-button size-9 pointer-coarse:size-11"
        aria-label={t("close")}
        onClick={close}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </section>
  );
}
