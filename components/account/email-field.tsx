"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";

/** `username` is what password managers look for beside a password, an address or not. */
export function EmailField() {
  const t = useTranslations("account.fields");
  return (
    <Field
      label={t("email")}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={254}
      dir="ltr"
    />
  );
}
