import { describe, expect, it } from "vitest";
import { Field } from "@/components/ui/field";
import { ProviderButtons } from "@/components/account/provider-buttons";
import { ResetPasswordForm } from "@/components/account/reset-password-form";
import { SessionList } from "@/components/account/session-list";
import { SignInForm } from "@/components/account/sign-in-form";
import { SignUpForm } from "@/components/account/sign-up-form";
import { locales } from "@/i18n/locales";
import { renderInLocale } from "@/tests/support/render-in-locale";

const passwordLength = { min: 10, max: 128 };
const inputs = (html: string) => [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
const attribute = (name: string) => (tag: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

describe.each(locales)("the forms of an account in %s", (locale) => {
  it.each([
    ["signing in", <SignInForm key="a" next="/" problem={null} />, ["username", "current-password"]],
    [
      "signing up",
      <SignUpForm key="b" next="/" passwordLength={passwordLength} />,
      ["name", "username", "new-password"],
    ],
    [
      "a new password",
      <ResetPasswordForm key="c" token="t" passwordLength={passwordLength} />,
      ["new-password"],
    ],
  ])(
    "tell password managers what %s asks for, and are never sent in an address",
    async (_, form, purposes) => {
      const html = await renderInLocale(locale, form);
      expect(inputs(html).map(attribute("autoComplete"))).toEqual(purposes);
      expect(html).toMatch(/<form[^>]* method="post"/);
    },
  );

  it("end any session but the one that looks", async () => {
    const days = { firstDay: "2026-11-01", lastDay: "2026-11-20" };
    const sessions = [
      { id: "a", browser: "Firefox", isThis: true, ...days },
      { id: "b", browser: null, isThis: false, ...days },
    ];
    const html = await renderInLocale(locale, <SessionList sessions={sessions} />);
    expect(html.match(/<li/g)).toHaveLength(2);
    expect(html.match(/<button[^>]* aria-label="[^"]+"/g)).toHaveLength(1);
  });

  it("label every field", async () => {
    const html = await renderInLocale(locale, <SignUpForm next="/" passwordLength={passwordLength} />);
    const labelled = [...html.matchAll(/<label for="([^"]*)"/g)].map(([, id]) => id);
    expect(inputs(html).map(attribute("id"))).toEqual(labelled);
  });

  it("show the rule for a new password beside it", async () => {
    const html = await renderInLocale(
      locale,
      <ResetPasswordForm token="t" passwordLength={passwordLength} />,
    );
    const [described] = inputs(html).map(attribute("aria-describedby"));
    expect(html).toMatch(new RegExp(`id="${described}"[^>]*>.*10.*128`));
  });
});

describe("a field", () => {
  it("names what is wrong with it to everybody", async () => {
    const html = await renderInLocale(
      "en",
      <Field label="Email" name="email" error="This is not an email address." />,
    );
    const [tag = ""] = inputs(html);
    expect(attribute("aria-invalid")(tag)).toBe("true");
    expect(html).toContain(`<p id="${attribute("aria-describedby")(tag)}" `);
  });
});

describe("the buttons of other services", () => {
  it.each([
    [{ google: false, oidc: null }, []],
    [{ google: true, oidc: { name: "Harbour" } }, ["Continue with Google", "Continue with Harbour"]],
    [{ google: false, oidc: { name: "Harbour" } }, ["Continue with Harbour"]],
  ])("are those that %j offers", async (options, labels) => {
    const html = await renderInLocale("en", <ProviderButtons options={options} next="/" />);
    expect([...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual(labels);
  });
});

it("says on the sign-in page why somebody has been sent there, in a place that is read out", async () => {
  const html = await renderInLocale("en", <SignInForm next="/" problem="Signing in was cancelled." />);
  expect(html).toMatch(/role="alert"[^>]*><p[^>]*>Signing in was cancelled\./);
});
