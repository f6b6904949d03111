"use client";

import { ImageOff } from "lucide-react";
import { useTranslations } from "next-intl";
import Image from "next/image";
import type { ComponentProps } from "react";
import type { ExtraProps } from "streamdown";
import { toSite } from "@/lib/client/sources";

/** Shows pictures that we keep ourselves. A picture elsewhere is not fetched: its address is shown instead. */
export function SafeImage({ src, alt = "" }: ComponentProps<"img"> & ExtraProps) {
  const t = useTranslations("chat");
  const url = typeof src === "string" ? src : "";
  if (url.startsWith("/api/files/")) return <Image unoptimized src={url} alt={alt} width={640} height={480} className="h-auto w-auto" />;
  const isWeb = /^https?:\/\//i.test(url);
  return (
    <span className="blocked-image">
      <ImageOff size={16} aria-hidden />
      <span>{alt === "" ? t("images.notLoaded") : t("images.notLoadedNamed", { alt })}</span>
      {isWeb && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {toSite(url)}
        </a>
      )}
    </span>
  );
}
