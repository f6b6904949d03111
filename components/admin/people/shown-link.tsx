import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { LinkReply } from "@/lib/features/accounts/shape/accounts";

/** A link that works once: to copy, as it is shown this once, or mailed, perhaps only to who may use it. */
export function ShownLink({ reply: { link, expiresAt, isSent } }: { reply: LinkReply }) {
  const t = useTranslations("admin.people.link");
  const format = useFormatter();
  const field = useRef<HTMLInputElement>(null);
  // In place of the button that made it; selected, so that it can be copied by keys.
  useEffect(() => field.current?.focus(), []);
  if (link === null) {
    return (
      <p role="status" className="text-sm leading-5">
        {t("onlySent")}
      </p>
    );
  }
  return (
    <div className="grid gap-2" role="status">
      <p className="text-sm leading-5">{t(isSent ? "sent" : "copyIt")}</p>
      <div className="flex items-center gap-2">
        <input
          ref={field}
          readOnly
          value={link}
          aria-label={t("label")}
          onFocus={(event) => event.target.select()}
          className="text-field min-w-0 flex-1 font-mono text-[13px]"
        />
        <CopyButton text={link} label={t("copy")} doneLabel={t("copied")} tip="left" />
      </div>
      <p className="text-xs leading-5 text-quiet">
        {t("until", { time: format.dateTime(expiresAt, { dateStyle: "medium", timeStyle: "short" }) })}
      </p>
    </div>
  );
}
