import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { call, type Answer } from "@/lib/client/request";
import { resendConfirmation, withdrawSignUp } from "@/lib/features/accounts/api";
import { FormProblem, useCountdown } from "./account-form";

const waitSeconds = 60;

/** A link is on its way. `onChange`: the account is given up, so that another address can be typed. */
export function CheckMail({ email, onChange }: { email: string; onChange: (() => void) | null }) {
  const t = useTranslations("account.checkMail");
  const explain = useReason();
  const text = useRef<HTMLParagraphElement>(null);
  const [secondsLeft, startCountdown] = useCountdown(waitSeconds);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<{ sent?: true; problem?: string }>({});
  // It takes the place of the form: the focus comes along.
  useEffect(() => text.current?.focus(), []);

  const ask = async (work: () => Promise<Answer<unknown>>, onDone: () => void): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const answer = await work();
    setBusy(false);
    if (answer.ok) return onDone();
    setTold({ problem: explain(answer) });
    startCountdown(Math.ceil(answer.problem?.retryAfter ?? 0));
  };
  const resend = (): void => {
    if (secondsLeft > 0) return;
    void ask(
      () => call(resendConfirmation),
      () => {
        setTold({ sent: true });
        startCountdown(waitSeconds);
      },
    );
  };
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`;
  return (
    <div className="flex flex-col gap-3">
      <p ref={text} tabIndex={-1} role="status" className="text-soft outline-none wrap-anywhere">
        {t.rich("text", { email, b: (address) => <b className="text-ink">{address}</b> })}
      </p>
      <FormProblem text={told.problem ?? null} />
      <p role="status" className="text-sm text-good empty:hidden">
        {told.sent && t("sent")}
      </p>
      <Button className="min-h-11 w-full" aria-disabled={isBusy || secondsLeft > 0} onClick={resend}>
        {secondsLeft > 0 ? (
          <span className="tabular-nums">{t("againIn", { time })}</span>
        ) : (
          t(isBusy ? "sending" : "again")
        )}
      </Button>
      {onChange !== null && (
        <Button
          tone="quiet"
          className="min-h-11 w-full"
          onClick={() => void ask(() => call(withdrawSignUp), onChange)}
        >
          {t("change")}
        </Button>
      )}
    </div>
  );
}
