"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";

type Props = { page: number; count: number; onGo: (page: number) => void };

/** Which page is shown, of how many; others by number or one after the other. */
export function PageField({ page, count, onGo }: Props) {
  return <Field key={page} page={page} count={count} onGo={onGo} />;
}

function Field({ page, count, onGo }: Props) {
  const t = useTranslations("library.view");
  const [text, setText] = useState(String(page));
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(text);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= count) onGo(wanted);
    else setText(String(page));
  };
  return (
    <form onSubmit={go} className="flex items-center gap-1 text-sm">
      <IconButton
        label={t("previous")}
        icon={<ChevronLeft size={18} aria-hidden className="rtl:-scale-x-100" />}
        tip="bottom"
        disabled={page <= 1}
        onClick={() => onGo(page - 1)}
      />
      <input
        inputMode="numeric"
        aria-label={t("toPage")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="text-field w-14 text-center"
      />
      <span className="px-1 text-quiet">{t("ofPages", { count })}</span>
      <IconButton
        label={t("next")}
        icon={<ChevronRight size={18} aria-hidden className="rtl:-scale-x-100" />}
        tip="bottom"
        disabled={page >= count}
        onClick={() => onGo(page + 1)}
      />
    </form>
  );
}
