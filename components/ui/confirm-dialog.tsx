import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Answer } from "@/lib/client/request";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { FieldErrors } from "./field";
import { useReason, type Explain } from "./use-reason";
import { Problem } from "./problem";

/** `null` or an answer: it was done; else why not, as a whole or by the names of fields. */
export type ConfirmOutcome<VALUE> = null | string | { fields: Record<string, string> } | Answer<VALUE>;

type Props<VALUE> = {
  isOpen?: boolean;
  title: string;
  /** What the button does, as a verb. */
  action: string;
  isDangerous?: boolean;
  /** With `false` whoever uses it decides what comes next. */
  isClosedByItself?: boolean;
  /** Does it. When it is done, the dialog closes. */
  onConfirm: (entered: FormData) => Promise<ConfirmOutcome<VALUE>>;
  /** Gets the answer's value. */
  onDone?: (value: VALUE) => void;
  /** Other words for some refusals. */
  explain?: Explain;
  onClose: () => void;
  /** Words and fields: the form around them stands here. */
  children: ReactNode;
};

/** The one form in a dialog: what was refused is said at its field, and everything that was entered stays. */
export function ConfirmDialog<VALUE>({ isOpen = true, title, onClose, ...rest }: Props<VALUE>) {
  const t = useTranslations("common");
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={t("close")}>
      <Body draftName={title} onClose={onClose} {...rest} />
    </Dialog>
  );
}

const noErrors = {};

function Body<VALUE>({
  draftName,
  action,
  isDangerous = false,
  onClose,
  children,
  ...rest
}: Omit<Props<VALUE>, "isOpen" | "title"> & { draftName: string }) {
  const t = useTranslations("common");
  const { form, keep, drop } = useDraft(draftName);
  const { isBusy, refusal, confirm } = useConfirming({ ...rest, onClose, drop });
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusal]);
  return (
    <form
      ref={form}
      onInput={keep}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // It may be drawn by a part of another form, which must not be sent with it.
        event.stopPropagation();
        void confirm(new FormData(event.currentTarget));
      }}
    >
      <FieldErrors value={typeof refusal === "string" ? noErrors : (refusal ?? noErrors)}>
        {children}
      </FieldErrors>
      <Problem>{typeof refusal === "string" && refusal}</Problem>
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

type Confirming<VALUE> = Pick<
  Props<VALUE>,
  "isClosedByItself" | "onConfirm" | "onDone" | "explain" | "onClose"
> & { drop: () => void };

function useConfirming<VALUE>(options: Confirming<VALUE>) {
  const { isClosedByItself = true, onConfirm, onDone, onClose, drop } = options;
  const usual = useReason();
  const { explain = usual } = options;
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | Record<string, string> | null>(null);
  const toRefusal = (outcome: ConfirmOutcome<VALUE>) => {
    if (outcome === null || typeof outcome === "string") return outcome;
    if ("fields" in outcome) return outcome.fields;
    return outcome.ok ? null : explain(outcome);
  };
  const confirm = async (entered: FormData): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await onConfirm(entered);
    const refused = toRefusal(outcome);
    setBusy(false);
    setRefusal(refused);
    if (refused !== null) return;
    drop();
    if (isClosedByItself) onClose();
    if (outcome !== null && typeof outcome === "object" && "ok" in outcome && outcome.ok)
      onDone?.(outcome.value);
  };
  return { isBusy, refusal, confirm };
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
  const fields = "input[name]:is([type=text], :not([type])), textarea[name]:not([data-secret])";
  return [...(form?.querySelectorAll<TextControl>(fields) ?? [])];
}

/** As a person would, so that React hears of it where it holds the value. */
function write(field: TextControl, value: string | undefined): void {
  if (value === undefined || value === field.value) return;
  field.setRangeText(value, 0, field.value.length, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
