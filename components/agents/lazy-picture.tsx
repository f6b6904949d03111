"use client";

import { lazy, Suspense, type ComponentProps } from "react";
import type { AgentPicture } from "./agent-picture";

const Picture = lazy(async () => ({ default: (await import("./agent-picture")).AgentPicture }));

/** The same, where its icons shall not come with the page: most sites have no agents. */
export function LazyPicture(props: ComponentProps<typeof AgentPicture>) {
  const size = props.size === "large" ? "size-11" : "size-6";
  return (
    <Suspense fallback={<span aria-hidden="true" className={`${size} shrink-0`} />}>
      <Picture {...props} />
    </Suspense>
  );
}
