import type { ReactNode } from "react";
import { ShellFrame } from "@/app/shell-frame";

export default function ChatLayout({ children }: { children: ReactNode }) {
  return <ShellFrame namespaces={["chat", "documents", "plans", "setup"]}>{children}</ShellFrame>;
}
