import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { maxRatingCharacters, ratingReasons, type Rating } from "@/lib/features/ratings/shape";

type RatingFormProps = {
  isSaving: boolean;
  onSend: (why: Omit<Rating, "value">) => void;
  onClose: () => void;
};

/** Why an answer was not good: reasons to tick, and a field for one's own words. Nothing must be said. */
export function RatingForm({ isSaving, onSend, onClose }: RatingFormProps) {
  const t = useTranslations("chat.rating");
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (form.current !== null && !isSaving) onSend(readForm(new FormData(form.current)));
  };
  return (
    <form ref={form} onSubmit={send} className="grid gap-3">
      <fieldset className="grid gap-x-3 gap-y-0.5 sm:grid-cols-2">
        <legend className="px-1 pb-1.5 font-semibold">{t("title")}</legend>
        {ratingReasons.map((reason) => (
          <label
            key={reason}
            className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-lg px-1 hover:bg-sunken pointer-coarse:min-h-11"
          >
            <input type="checkbox" name="reason" value={reason} className="size-4 shrink-0" />
            {t(`reasons.${reason}`)}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-1 px-1">
        <label htmlFor={id} className="text-xs font-semibold text-quiet">
          {t("text")}
        </label>
        <textarea
          id={id}
          name="text"
          rows={2}
          dir="auto"
          maxLength={maxRatingCharacters}
          className="text-field h-auto max-h-[30dvh] w-full resize-none [field-sizing:content] py-1.5 leading-6 pointer-coarse:h-auto"
        />
      </div>
      <div className="mx-1 flex gap-2">
        <Button type="submit" tone="primary" aria-disabled={isSaving}>
          {t("send")}
        </Button>
        <Button onClick={onClose}>{t("close")}</Button>
      </div>
    </form>
  );
}

function readForm(data: FormData): Omit<Rating, "value"> {
  const ticked = data.getAll("reason");
  const reasons = ratingReasons.filter((reason) => ticked.includes(reason));
  const text = String(data.get("text") ?? "").trim();
  return { ...(reasons.length > 0 && { reasons }), ...(text !== "" && { text }) };
}
