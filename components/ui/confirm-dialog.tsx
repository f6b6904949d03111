import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

type Props = {
  isOpen: boolean;
  title: string;
  /** What the button does, as a verb. */
  action: string;
  isDangerous?: boolean;
  /** With `false` whoever uses it decides what comes next. */
  isClosedByItself?: boolean;
  /** Does it, and says why it did not work, or `null`; then the dialog closes. */
  onConfirm: (entered: FormData) => Promise<string | null>;
  onClose: () => void;
  /** Words and fields: the form around them stands here. */
  children: ReactNode;
};

/** Says what happens and asks first. A failure stays inside, with everything that was entered. */
export function ConfirmDialog({ isOpen, title, onClose, ...rest }: Props) {
  const t = useTranslations("common");
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={t("close")}>
      <Body onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Body({
  action,
  isDangerous = false,
  isClosedByItself = true,
  onConfirm,
  onClose,
  children,
}: Omit<Props, "isOpen" | "title">) {
  const t = useTranslations("common");
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const confirm = async (entered: FormData): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const failure = await onConfirm(entered);
    setBusy(false);
    setReason(failure);
    if (failure === null && isClosedByItself) onClose();
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        // It may be drawn by a part of another form, which must not be sent with it.
        event.stopPropagation();
        void confirm(new FormData(event.currentTarget));
      }}
    >
      {children}
      {reason !== null && (
        <p role="alert" className="text-sm leading-5 text-bad">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <Button tone="quiet" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" tone={isDangerous ? "danger" : "primary"} aria-disabled={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
