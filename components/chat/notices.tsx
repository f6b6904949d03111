import type { NoticeData } from "@/lib/protocol/chat-message";

/** What happened on the way and is worth a line. */
export function Notices({ notices }: { notices: NoticeData[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm text-quiet">
      {notices.map((notice, index) => (
        <li key={index} className="border-l-2 border-hairline pl-3">
          {notice.text}
        </li>
      ))}
    </ul>
  );
}
