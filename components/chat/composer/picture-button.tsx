"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { joinClasses } from "@/components/ui/class-names";
import { Picture } from "@/components/ui/picture";

/** A picture that opens large, shown as stored: whoever made it smaller would have to sign in first. */
export function PictureButton({
  url,
  description,
  className,
}: {
  url: string;
  description: string;
  className?: string;
}) {
  const t = useTranslations("chat");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t("images.open", { name: description })}
        className="block overflow-hidden rounded-lg"
      >
        <Picture
          src={url}
          alt={description}
          width={256}
          height={256}
          className={joinClasses("rounded-lg bg-sunken object-contain", className)}
        />
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={description}
        closeLabel={t("close")}
        className="w-fit max-w-[calc(100vw-2rem)]"
      >
        <Picture
          src={url}
          alt={description}
          width={1024}
          height={1024}
          className="h-auto max-h-[75dvh] w-auto rounded-lg"
        />
      </Dialog>
    </>
  );
}
