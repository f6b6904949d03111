"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { joinClasses } from "@/components/ui/class-names";

/** A picture that opens large. */
export function PictureButton({ url, description, className }: { url: string; description: string; className?: string }) {
  const t = useTranslations("chat");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-label={t("images.open", { name: description })} className="block overflow-hidden rounded-lg">
        <img src={url} alt={description} loading="lazy" className={joinClasses("rounded-lg bg-sunken object-cover", className)} />
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={description} closeLabel={t("close")} className="w-fit max-w-[calc(100vw-2rem)]">
        <img src={url} alt={description} className="max-h-[75dvh] w-auto rounded-lg" />
      </Dialog>
    </>
  );
}
