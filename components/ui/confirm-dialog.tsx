import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
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
      <Body draftName={title} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Body({
  draftName,
  action,
  isDangerous = false,
  isClosedByItself = true,
  onConfirm,
  onClose,
  children,
}: Omit<Props, "isOpen" | "title"> & { draftName: string }) {
  const t = useTranslations("common");
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const { form, keep, drop } = useDraft(draftName);
  const confirm = async (entered: FormData): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const failure = await onConfirm(entered);
    setBusy(false);
    setReason(failure);
    if (failure === null) drop();
    if (failure === null && isClosedByItself) onClose();
  };
  return (
    <form
      ref={form}
      onInput={keep}
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
        <Button tone="quiet" data-safest="" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" tone={isDangerous ? "danger" : "primary"} aria-disabled={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** What was typed into forms that were closed, by their name and first values, while the page lasts. */
const drafts = new Map<string, Map<string, string>>();

/** Offers what was typed again when the form is opened again. */
function useDraft(name: string) {
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(name);
  useEffect(() => {
    if (form.current === null) return;
    const fields = listFields(form.current);
    key.current = JSON.stringify([name, fields.map((field) => field.value)]);
    const draft = drafts.get(key.current);
    for (const field of fields) write(field, draft?.get(field.name));
  }, [name]);
  return {
    form,
    keep: () =>
      drafts.set(key.current, new Map(listFields(form.current).map(({ name: of, value }) => [of, value]))),
    drop: () => drafts.delete(key.current),
  };
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Secrets are not kept. */
function listFields(form: HTMLFormElement | null): TextControl[] {
  const fields = "input[name]:is([type=text], :not([type])), textarea[name]";
  return [...(form?.querySelectorAll<TextControl>(fields) ?? [])];
}

/** As a person would, so that React hears of it where it holds the value. */
function write(field: TextControl, value: string | undefined): void {
  if (value === undefined || value === field.value) return;
  field.setRangeText(value, 0, field.value.length, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
