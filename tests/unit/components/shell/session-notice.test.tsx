import { afterEach, describe, expect, it } from "vitest";
import { SessionNotice } from "@/components/shell/session-notice";
import { locales } from "@/i18n/locales";
import { sessionStore } from "@/lib/client/session-end";
import { renderInLocale } from "@/tests/support/render-in-locale";

afterEach(() => sessionStore.setState({ isOver: false, isDisabled: false }));

describe.each(locales)("the notice of an open page in %s", (locale) => {
  const render = (isOver: boolean, isDisabled: boolean) => {
    sessionStore.setState({ isOver, isDisabled });
    return renderInLocale(locale, <SessionNotice personId="p" />);
  };

  it("leads to the sign-in where the session is over, and tells who is disabled that nothing leads there", async () => {
    expect(await render(false, false)).not.toContain("<p");
    expect(await render(true, false)).toContain('href="/sign-in"');
    const disabled = await render(true, true);
    expect(disabled).toContain(locale === "en" ? "Your account is disabled" : "你的账户已停用");
    expect(disabled).not.toContain("<a");
  });
});
