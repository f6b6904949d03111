import type { ReactNode } from "react";

/** Shows what comes before or after the part of a text that is shown. */
export function MoreButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="my-2 w-full rounded-lg py-1.5 text-center text-sm text-quiet hover:bg-sunken hover:text-ink pointer-coarse:py-3"
    >
      {children}
    </button>
  );
}
