import { describe, expect, it } from "vitest";
import { Field } from "@/components/ui/field";
import { ProviderButtons } from "@/components/account/provider-buttons";
import { ResetPasswordForm } from "@/components/account/reset-password-form";
import { SessionList } from "@/components/account/session-list";
import { SignInForm } from "@/components/account/sign-in-form";
import { SignUp } from "@/components/account/sign-up";
import { locales } from "@/i18n/locales";
import { renderInLocale } from "@/tests/support/render-in-locale";

const passwordLength = { min: 10, max: 128 };
const options = { google: false, oidc: null, mail: true, isFirstAccount: false };
const signingUp = {
  ...{ options, next: "/", passwordLength, invited: null },
  site: { name: "Northwind", hasTerms: false },
};
const inputs = (html: string) => [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
const attribute = (name: string) => (tag: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

describe.each(locales)("the forms of an account in %s", (locale) => {
  it.each([
    [
      "signing in",
      <SignInForm key="a" next="/" email={null} problem={null} />,
      ["username", "current-password"],
    ],
    ["signing up", <SignUp key="b" {...signingUp} />, ["username", "name", "new-password"]],
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
    const html = await renderInLocale(locale, <SignUp {...signingUp} />);
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
  const html = await renderInLocale(
    "en",
    <SignInForm next="/" email={null} problem="Signing in was cancelled." />,
  );
  expect(html).toMatch(/role="alert"[^>]*><p[^>]*>Signing in was cancelled\./);
});

describe("signing up by an invitation", () => {
  const view = { state: "open", role: "member", inviter: "Ada", line: "Welcome", usedAt: null } as const;
  const draw = (email: string | null, hasTerms = false) =>
    renderInLocale(
      "en",
      <SignUp
        {...signingUp}
        invited={{ token: "t", view: { ...view, email } }}
        site={{ name: "Northwind", hasTerms }}
      />,
    );

  it("shows who invites to what, with the address filled in and fixed", async () => {
    const html = await draw("kim@a.example");
    for (const said of ["Ada invites you", "Your role at Northwind: Member.", "“Welcome”", "Join Northwind"])
      expect(html).toContain(said);
    const [email = ""] = inputs(html);
    expect([attribute("value")(email), / readOnly=""/i.test(email)]).toEqual(["kim@a.example", true]);
  });

  it("leaves the address open where anybody may use it, and asks for the terms where there are some", async () => {
    const html = await draw(null, true);
    expect(/ readOnly=""/i.test(inputs(html)[0] ?? "")).toBe(false);
    expect(inputs(html).map(attribute("name"))).toEqual(["email", "name", "password", "acceptsTerms"]);
    expect(html).toContain('href="/terms"');
  });
});
