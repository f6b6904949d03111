import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { AccountForm } from "./use-account-form";

/** What went wrong with the whole of it, read out when it appears. */
export function FormProblem({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && (
        <p className="rounded-lg bg-bad-tint px-3 py-2.5 text-sm leading-5 text-bad wrap-anywhere">{text}</p>
      )}
    </div>
  );
}

type SubmitProps = {
  form: AccountForm;
  label: string;
  busyLabel: string;
  tone?: "primary" | "plain" | "danger";
  isWide?: boolean;
};

/** Keeps its place in the keyboard's order while it waits, which is told once and counted silently. */
export function SubmitButton({
  form: { isSending, secondsLeft },
  label,
  busyLabel,
  tone = "primary",
  isWide = false,
}: SubmitProps) {
  const t = useTranslations("account.form");
  const isHeld = isSending || secondsLeft > 0;
  return (
    <Button
      type="submit"
      tone={tone}
      aria-disabled={isHeld}
      className={`${isWide ? "h-11 w-full " : ""}aria-disabled:cursor-default aria-disabled:opacity-60`}
    >
      {secondsLeft > 0 ? t("wait", { seconds: secondsLeft }) : isSending ? busyLabel : label}
    </Button>
  );
}
