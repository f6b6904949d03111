"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button";
import type { TooltipSide } from "./tooltip";

const shownMs = 1_600;

/** `text` may be made when it is copied, or be copied by itself. */
type CopyButtonProps = {
  text: string | (() => string | Promise<void>);
  label: string;
  doneLabel: string;
  tip?: TooltipSide;
};

/** Copies and says so for a moment. */
export function CopyButton({ text, label, doneLabel, tip = "top" }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), shownMs);
    return () => clearTimeout(timer);
  }, [isDone]);

  const copy = () => {
    const copied = typeof text === "string" ? text : text();
    void (typeof copied === "string" ? navigator.clipboard.writeText(copied) : copied).then(
      () => setDone(true),
      () => undefined,
    );
  };
  const icon = isDone ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />;
  return (
    <IconButton
      label={isDone ? doneLabel : label}
      icon={icon}
      tip={tip}
      onClick={copy}
      className="size-8 pointer-coarse:size-11"
    />
  );
}
