import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import type { Rating } from "@/lib/features/ratings/shape";
import type { MessageActions } from "./message-actions";

const RatingForm = lazy(async () => ({ default: (await import("./rating-form")).RatingForm }));

type RatingProps = {
  messageId: string;
  rating: Rating | undefined;
  onRate: MessageActions["rate"];
  /** The place of the buttons, and of the form below. */
  children: (buttons: ReactNode, form: ReactNode) => ReactNode;
};

/** Whether the answer was good; for a bad one the person may say why. A second press takes it back. */
export function AnswerRating({ messageId, rating, onRate, children }: RatingProps) {
  const t = useTranslations("chat.rating");
  const { isSaving, save } = useSaving(messageId, onRate);
  const [isOpen, setOpen] = useState(false);
  const press = async (value: Rating["value"]): Promise<void> => {
    if (isSaving) return;
    const isTakenBack = rating?.value === value;
    setOpen(value === "down" && !isTakenBack);
    if (!(await save(isTakenBack ? null : { value }))) setOpen(false);
  };
  const send = async (why: Omit<Rating, "value">): Promise<void> => {
    if (isSaving || !(await save({ value: "down", ...why }))) return;
    setOpen(false);
    showToast({ text: t("thanks") });
  };
  const closeOnEscape = useCallback((form: HTMLElement) => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      form.parentElement?.querySelector<HTMLElement>("[data-rating=down]")?.focus();
    };
    form.addEventListener("keydown", onKeyDown);
    return () => form.removeEventListener("keydown", onKeyDown);
  }, []);
  const toButton = (value: Rating["value"], Icon: typeof ThumbsUp) => (
    <IconButton
      label={t(value)}
      icon={<Icon size={16} aria-hidden fill={rating?.value === value ? "currentColor" : "none"} />}
      aria-pressed={rating?.value === value}
      data-rating={value}
      onClick={() => void press(value)}
      className="size-8 aria-pressed:text-accent pointer-coarse:size-11"
    />
  );
  const form = isOpen && (
    <section
      aria-label={t("title")}
      ref={closeOnEscape}
      className="my-2 w-full basis-full rounded-xl border border-hairline bg-raised p-3 text-sm text-ink"
    >
      <Suspense fallback={null}>
        <RatingForm isSaving={isSaving} onSend={(why) => void send(why)} onClose={() => setOpen(false)} />
      </Suspense>
    </section>
  );
  const buttons = (
    <>
      {toButton("up", ThumbsUp)}
      {toButton("down", ThumbsDown)}
    </>
  );
  return children(buttons, form);
}

type Saving = { isSaving: boolean; save: (rating: Rating | null) => Promise<boolean> };

/** One after the other: what arrives last is what holds. Says whether the server has it. */
function useSaving(messageId: string, onRate: MessageActions["rate"]): Saving {
  const t = useTranslations("chat.rating");
  const explain = useReason();
  const [isSaving, setSaving] = useState(false);
  return {
    isSaving,
    async save(rating) {
      setSaving(true);
      const answer = await onRate(messageId, rating);
      setSaving(false);
      if (!answer.ok) showToast({ text: `${t("failed")} ${explain(answer)}`, isFailure: true });
      return answer.ok;
    },
  };
}
