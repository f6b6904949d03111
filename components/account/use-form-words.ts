import { useTranslations } from "next-intl";
import type { PasswordLength } from "./check-fields";
import type { FormWords } from "./submit-form";

/** What every form says of fields and failures; a form adds words for what only it can be told. */
export function useFormWords(length?: PasswordLength): FormWords {
  const t = useTranslations("account.form");
  const tErrors = useTranslations("errors");
  return {
    required: t("required"),
    email: t("emailWrong"),
    length: length === undefined ? t("required") : t("passwordLength", length),
    unreachable: tErrors("unreachable"),
    tooMany: t("tooMany"),
  };
}
