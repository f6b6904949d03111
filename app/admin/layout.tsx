import type { ReactNode } from "react";
import { ShellFrame } from "@/app/shell-frame";

export default function AdminLayout({ children }: { children: ReactNode }) {
  return <ShellFrame namespaces={["admin"]}>{children}</ShellFrame>;
}
