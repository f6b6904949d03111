"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Picture } from "@/components/ui/picture";
import { readPicture } from "@/lib/features/pictures/api";
import type { FoundPicture } from "@/lib/features/web/tools/web-search/schema";
import { toPath } from "@/lib/protocol/endpoint";

const mostShown = 12;
/** The server loads four at a time for a person: somebody may look at another answer meanwhile. */
const atOnce = 3;
/** Several answers may have asked at once. */
const againMs = 2_500;

/** What the searches of an answer found to look at, each leading to its page. Our server loads them. */
export function PictureStrip({ pictures }: { pictures: FoundPicture[] }) {
  const t = useTranslations("chat.sources");
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const shown = pictures.filter(({ url }) => !failed.has(url)).slice(0, mostShown);
  if (shown.length === 0) return null;
  const started = shown.filter(({ url }) => !loaded.has(url)).slice(0, atOnce);
  return (
    <section>
      <h3 className="sr-only">{t("pictures")}</h3>
      <ul className="-m-1 flex gap-2 overflow-x-auto overscroll-x-contain p-1">
        {shown.map((picture) => (
          <li key={picture.url} className="w-36 shrink-0">
            <FoundPictureLink
              picture={picture}
              isStarted={loaded.has(picture.url) || started.includes(picture)}
              onLoad={() => setLoaded((before) => new Set(before).add(picture.url))}
              onError={() => setFailed((before) => new Set(before).add(picture.url))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type FoundPictureLinkProps = {
  picture: FoundPicture;
  isStarted: boolean;
  onLoad: () => void;
  onError: () => void;
};

function FoundPictureLink({ picture, isStarted, onLoad, onError }: FoundPictureLinkProps) {
  const { url, title, pageUrl, site } = picture;
  const [isSecond, setSecond] = useState(false);
  const onFailure = () => (isSecond ? onError() : void setTimeout(() => setSecond(true), againMs));
  return (
    <a
      href={pageUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="block rounded-xl border border-hairline bg-raised text-xs leading-4 text-quiet transition-colors duration-150 hover:border-strong"
    >
      <span className="block h-24 overflow-hidden rounded-t-xl bg-sunken">
        {!isStarted && <span className="sr-only">{title}</span>}
        {isStarted && (
          <Picture
            key={String(isSecond)}
            fallback={null}
            src={toPath(readPicture, { query: { url } })}
            alt={title}
            width={144}
            height={96}
            className="size-full object-cover"
            onShown={onLoad}
            onFailure={onFailure}
          />
        )}
      </span>
      <span dir="auto" className="block truncate px-2 py-1.5">
        {site}
      </span>
    </a>
  );
}
