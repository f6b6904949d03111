"use client";

import { BrokenPage } from "@/components/shell/broken-page";

/** The shell itself failed, so this stands alone. */
export default function RootError({ retry }: { retry: () => void }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <BrokenPage onRetry={retry} />
    </div>
  );
}
