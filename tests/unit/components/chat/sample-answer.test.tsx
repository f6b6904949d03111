import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { loadMessages } from "@/i18n/load-messages";
import { locales } from "@/i18n/locales";
import { checkClaims } from "@/lib/evidence/claims/check-claims";

it.each(locales)("the sample answer in %s says what the check says of it", async (locale) => {
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "chat.sample" });
  const claims = await checkClaims({
    parts: [`${t("sentence1")} [1] ${t("sentence2")} [2]`],
    sources: ([1, 2] as const).map((number) => ({
      ...{ number, evidenceId: `e${number}`, title: "" },
      text: t(`quote${number}`),
    })),
  });
  expect(claims.map(({ sources: [source] }) => source)).toMatchObject([
    { number: 1, verdict: "quoted", passage: { quote: t("quote1") } },
    {
      number: 2,
      verdict: "differs",
      problems: ["number"],
      difference: { claim: t("number2"), source: t("source2") },
    },
  ]);
});
