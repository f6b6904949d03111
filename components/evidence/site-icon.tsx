"use client";

import { useState } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { Picture } from "@/components/ui/picture";

/** Covers a site's letter once it is there; what is no picture leaves it. `src`: of our own server. */
export function SiteIcon({ src }: { src: string }) {
  const [isThere, setThere] = useState(false);
  return (
    <Picture
      src={src}
      fallback={null}
      alt=""
      width={32}
      height={32}
      // Many icons are dark and without a ground of their own.
      className={joinClasses(
        "absolute inset-0 size-full bg-white object-contain p-0.5",
        !isThere && "opacity-0",
      )}
      onShown={() => setThere(true)}
    />
  );
}
