"use client";

import { ImageOff } from "lucide-react";
import Image, { type ImageProps } from "next/image";
import { useState, type ReactNode } from "react";

type Props = Omit<ImageProps, "unoptimized" | "onLoad" | "onError"> & {
  /** Stands there where the picture cannot be shown; its description if nothing is given. */
  fallback?: ReactNode;
  onShown?: () => void;
  onFailure?: () => void;
};

/** A picture as it is kept. `Image` calls it loaded, too, when it failed before the page's script ran. */
export function Picture({ fallback, onShown, onFailure, alt, ...props }: Props) {
  const [failedSrc, setFailedSrc] = useState<ImageProps["src"] | null>(null);
  const fail = (): void => {
    setFailedSrc(props.src);
    onFailure?.();
  };
  if (failedSrc === props.src) return fallback === undefined ? <Missing description={alt} /> : fallback;
  return (
    <Image
      // What failed before the page's script ran tells nobody any more.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== "") fail();
      }}
      unoptimized
      {...props}
      alt={alt}
      onLoad={({ currentTarget }) => (currentTarget.naturalWidth === 0 ? fail() : onShown?.())}
      onError={fail}
    />
  );
}

function Missing({ description }: { description: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 p-1 text-xs leading-4 text-quiet">
      <ImageOff size={16} aria-hidden className="shrink-0" />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">{description}</span>
    </span>
  );
}
