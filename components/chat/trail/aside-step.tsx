"use client";

import { MessageCircle } from "lucide-react";

/** A few words of the model on its way to a tool. */
export function AsideStep({ text }: { text: string }) {
  return (
    <p dir="auto" className="flex items-start gap-2 py-1 leading-5">
      <MessageCircle size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere whitespace-pre-wrap">{text.trim()}</span>
    </p>
  );
}
