import type { ReactNode } from "react";
import { ShellFrame } from "@/app/shell-frame";

export default function AccountLayout({ children }: { children: ReactNode }) {
  return <ShellFrame namespaces={["account"]}>{children}</ShellFrame>;
}
