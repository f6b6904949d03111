"use client";

import { BrokenPage } from "@/components/shell/broken-page";

/** Inside the shell. */
export default function AccountError({ retry }: { retry: () => void }) {
  return <BrokenPage onRetry={retry} />;
}
