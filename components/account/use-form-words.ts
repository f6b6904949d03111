import { useTranslations } from "next-intl";
import type { FieldWords, PasswordLength } from "./check-fields";
import type { FailureWords } from "./submit-form";

/** What every form here says of fields and failures; a form adds its own words for what only it can be told. */
export function useFormWords(length?: PasswordLength): { fields: FieldWords; failures: FailureWords } {
  const t = useTranslations("account.form");
  const tErrors = useTranslations("errors");
  return {
    fields: { required: t("required"), email: t("emailWrong"), length: length === undefined ? t("required") : t("passwordLength", length) },
    failures: { unreachable: tErrors("unreachable"), tooMany: t("tooMany") },
  };
}
