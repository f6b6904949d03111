import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { SampleCheck } from "@/components/chat/sample-check";
import { loadMessages } from "@/i18n/load-messages";
import { locales } from "@/i18n/locales";
import { checkClaims } from "@/lib/features/evidence/claims/check-claims";
import { renderInLocale } from "@/tests/support/render-in-locale";

const claims = {
  en: "On its voyage to Jamaica, Harrison’s watch lost",
  zh: "驶往牙买加途中，哈里森的航海钟",
};
const ends = { en: ".", zh: "。" };

it.each(locales)("the sample in %s says what the check says of it", async (locale) => {
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "chat.sample" });
  const toClaim = (verdict: "quoted" | "differs" | "not_found") =>
    `${claims[locale]}${locale === "en" ? " " : ""}${t(`claim.${verdict}`)}${ends[locale]} [1]`;
  const checked = await checkClaims({
    parts: [[toClaim("quoted"), toClaim("differs"), toClaim("not_found")].join(" ")],
    sources: [{ number: 1, evidenceId: "e1", title: "", text: t("quote").slice(1, -1) }],
  });
  expect(checked.map(({ sources: [source] }) => source)).toMatchObject([
    { verdict: "quoted" },
    { verdict: "differs", difference: { claim: t("number"), source: t("sourceNumber") } },
    { verdict: expect.stringMatching(/not_found|unchecked/) as string },
  ]);
});

it("begins with the right claim, and its words alone are seen", async () => {
  const html = await renderInLocale("en", <SampleCheck />);
  expect(html.match(/<input[^>]*>/gu)?.map((input) => input.includes("checked"))).toEqual([
    true,
    false,
    false,
  ]);
  expect(html.match(/class="[^"]*grid-area:1\/1[^"]*"/gu)?.map((room) => room.includes("invisible"))).toEqual(
    [...[false, true, true]],
  );
});
