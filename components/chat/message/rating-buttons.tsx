import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { placeBeside } from "@/components/ui/place-beside";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import type { Rating } from "@/lib/protocol/ratings";
import type { MessageActions } from "./message-actions";

const RatingForm = lazy(async () => ({ default: (await import("./rating-form")).RatingForm }));

type RatingButtonsProps = {
  messageId: string;
  rating: Rating | undefined;
  onRate: MessageActions["rate"];
};

/** Whether the answer was good; for a bad one the person may say why. A second press takes it back. */
export function RatingButtons({ messageId, rating, onRate }: RatingButtonsProps) {
  const t = useTranslations("chat.rating");
  const { isSaving, save } = useSaving(messageId, onRate);
  const trigger = useRef<HTMLSpanElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const place = useCallback(() => {
    if (popover.current && trigger.current) placeBeside(popover.current, trigger.current);
  }, []);
  const press = async (value: Rating["value"]): Promise<void> => {
    if (isSaving) return;
    const isTakenBack = rating?.value === value;
    if (value === "down" && !isTakenBack) popover.current?.showPopover();
    if (!(await save(isTakenBack ? null : { value }))) popover.current?.hidePopover();
  };
  const send = async (why: Omit<Rating, "value">): Promise<void> => {
    if (isSaving || !(await save({ value: "down", ...why }))) return;
    popover.current?.hidePopover();
    showToast({ text: t("thanks") });
  };
  const toButton = (value: Rating["value"], Icon: typeof ThumbsUp) => (
    <IconButton
      label={t(value)}
      icon={<Icon size={16} aria-hidden fill={rating?.value === value ? "currentColor" : "none"} />}
      tip="right"
      aria-pressed={rating?.value === value}
      onClick={() => void press(value)}
      className="size-8 aria-pressed:text-accent pointer-coarse:size-11"
    />
  );
  return (
    <>
      {toButton("up", ThumbsUp)}
      <span ref={trigger} className="inline-flex">
        {toButton("down", ThumbsDown)}
      </span>
      <div
        ref={popover}
        popover="auto"
        role="dialog"
        aria-label={t("title")}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          if (newState === "open") place();
        }}
        className="fixed inset-auto max-h-[60dvh] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-hairline bg-raised p-3 text-sm text-ink shadow-float"
      >
        {isOpen && (
          <Suspense fallback={null}>
            <RatingForm isSaving={isSaving} onSend={(why) => void send(why)} onSized={place} />
          </Suspense>
        )}
      </div>
    </>
  );
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
