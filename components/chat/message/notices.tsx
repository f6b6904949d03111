"use client";

import { ShieldAlert } from "lucide-react";
import type { NoticeData } from "@/lib/protocol/chat-message";

/** What happened on the way and is worth a line. */
export function Notices({ notices }: { notices: NoticeData[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm text-quiet">
      {notices.map((notice, index) => (
        <li key={index} className="flex items-start gap-2 border-l-2 border-hairline pl-3">
          {notice.kind === "injection" && (
            <ShieldAlert size={16} aria-hidden className="mt-1 shrink-0 text-partly" />
          )}
          <span className="min-w-0 wrap-anywhere">{notice.text}</span>
        </li>
      ))}
    </ul>
  );
}
