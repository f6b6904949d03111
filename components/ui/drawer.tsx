import type { ReactNode } from "react";
import { Modal } from "./modal";

/** The sidebar on a phone. */
export function Drawer({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal
      label={label}
      onClose={onClose}
      isForWriting={false}
      className="drawer m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none bg-rail shadow-float"
    >
      <div className="flex h-full flex-col">{children}</div>
    </Modal>
  );
}
