"use client";

import type { FileUIPart } from "ai";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import Image from "next/image";
import { IconButton } from "@/components/ui/icon-button";
import type { PictureRefusal } from "@/lib/client/pictures";

type ChosenPicturesProps = {
  files: FileUIPart[];
  refused: PictureRefusal[];
  onRemove: (url: string) => void;
};

/** The pictures that will go with the question, and why others will not. */
export function ChosenPictures({ files, refused, onRemove }: ChosenPicturesProps) {
  const t = useTranslations("chat.pictures");
  return (
    <>
      {files.length > 0 && (
        <ul aria-label={t("chosen")} className="flex flex-wrap gap-2 px-3 pt-3">
          {files.map((file) => (
            <li key={file.url} className="relative">
              <Image
                unoptimized
                src={file.url}
                alt={file.filename ?? ""}
                width={64}
                height={64}
                className="size-16 rounded-lg border border-hairline object-cover"
              />
              <IconButton
                label={t("remove", { name: file.filename ?? "" })}
                icon={<X size={14} aria-hidden />}
                onClick={() => onRemove(file.url)}
                className="absolute! -top-2 -right-2 size-6! rounded-full! border border-hairline bg-raised before:absolute before:-inset-2.5"
              />
            </li>
          ))}
        </ul>
      )}
      <div role="status" className="empty:hidden">
        {refused.map(({ name, why }) => (
          <p key={name + why} className="px-4 pt-2 text-sm text-bad">
            {t(why, { name })}
          </p>
        ))}
      </div>
    </>
  );
}
