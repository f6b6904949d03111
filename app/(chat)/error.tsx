"use client";

import { BrokenPage } from "@/components/shell/broken-page";

/** Inside the shell: the other conversations stay at hand. */
export default function ChatError({ retry }: { retry: () => void }) {
  return <BrokenPage onRetry={retry} />;
}
