"use client";

import { lazy, Suspense } from "react";

const PictureButton = lazy(async () => ({
  default: (await import("@/components/chat/composer/picture-button")).PictureButton,
}));

/** The pictures of a message. What draws them is fetched with the first one. */
export function PictureList({
  pictures,
  className,
}: {
  pictures: { url: string; description: string }[];
  className: string;
}) {
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map(({ url, description }) => (
        <li key={url}>
          <Suspense fallback={null}>
            <PictureButton url={url} description={description} className={className} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}
