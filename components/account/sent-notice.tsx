"use client";

import { useEffect, useRef } from "react";

/** Takes the place of a form that is done: the focus comes along, so that it is read out and not lost. */
export function SentNotice({ text }: { text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <p
      ref={ref}
      tabIndex={-1}
      role="status"
      className="rounded-lg bg-good-tint px-3 py-2.5 text-good outline-none wrap-anywhere"
    >
      {text}
    </p>
  );
}
