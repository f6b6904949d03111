"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { isWithin } from "./check-fields";
import type { PasswordLength } from "./check-fields";
import { Field } from "@/components/ui/field";
import type { FieldProps } from "@/components/ui/field";

type Props = Pick<FieldProps, "label" | "name" | "error" | "aside"> & {
  /** Of a new password: the rule is shown, and whether it is met. */
  length?: PasswordLength;
};

/** A password that can be looked at while it is typed. */
export function PasswordField({ length, aside, ...field }: Props) {
  const t = useTranslations("account.password");
  const [isShown, setShown] = useState(false);
  const [isMet, setMet] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? "text" : "password"}
      autoComplete={length === undefined ? "current-password" : "new-password"}
      autoCapitalize="none"
      spellCheck={false}
      required
      dir="ltr"
      className="pe-20"
      aside={aside}
      inside={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={t("show")}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-1 end-1 rounded-md px-3 pointer-coarse:inset-y-0 text-sm text-quiet hover:bg-sunken hover:text-ink"
        >
          {t(isShown ? "hideWord" : "showWord")}
        </button>
      }
      {...(length !== undefined && {
        onInput: (event) => setMet(isWithin(event.currentTarget.value, length)),
        hint: (
          <span className={isMet ? "text-good" : undefined}>
            {t("rule", length)}
            {isMet && <span aria-hidden="true"> ✓</span>}
          </span>
        ),
      })}
    />
  );
}
