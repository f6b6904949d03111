"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";

/** `known`: filled in, and with `fixedBy` not to be changed: why. */
type Props = { known?: string | null; fixedBy?: string };

/** `username` is what password managers look for beside a password, an address or not. */
export function EmailField({ known, fixedBy }: Props) {
  const t = useTranslations("account.fields");
  const isFixed = fixedBy !== undefined;
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
      defaultValue={known ?? undefined}
      readOnly={isFixed}
      hint={fixedBy}
      {...(isFixed && {
        className: "bg-sunken pe-10",
        inside: <Lock className="absolute inset-y-0 end-3 my-auto size-4 text-quiet" aria-hidden="true" />,
      })}
    />
  );
}
