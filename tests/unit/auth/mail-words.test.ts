import { describe, expect, it } from "vitest";
import { locales } from "@/i18n/locales";
import type { Mail } from "@/lib/features/accounts/auth/mailer";
import { createMailer, renderMail, type MailKind } from "@/lib/features/accounts/auth/mails";
import words from "@/messages/en/mails.json";

const kinds = Object.keys(words) as MailKind[];
const link = "https://chat.a.example/sign-up?invitation=abc&x=1";
const values = { link, inviter: "艾达", days: 7, address: "new@a.example", line: "欢迎" };

async function write(kind: MailKind, locale: string | null, site = "北风"): Promise<Mail> {
  const sent: Mail[] = [];
  const transport = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined };
  await createMailer(transport, async () => site).send(kind, { email: "kim@a.example", locale }, values);
  const [mail] = sent;
  if (mail === undefined) throw new Error("No mail was sent.");
  return mail;
}
const toWords = ({ subject, text }: Mail): string =>
  `${subject}\n${text}`.replaceAll(link, "").replaceAll("new@a.example", "");

describe.each(kinds)("the mail %s", (kind) => {
  it("is written in one language, the receiver's, under the site's name", async () => {
    const [chinese, english] = [await write(kind, "zh"), await write(kind, "en", "Northwind")];
    expect(toWords(chinese)).not.toMatch(/[a-z]/i);
    expect(toWords(english).replaceAll(/艾达|“欢迎”/g, "")).not.toMatch(/\p{Script=Han}/u);
    expect([chinese.subject.endsWith(" · 北风"), english.subject.endsWith(" · Northwind")]).toEqual([
      true,
      true,
    ]);
    expect([chinese.html.includes('lang="zh"'), english.html.includes('lang="en"')]).toEqual([true, true]);
  });

  it("has the link alone on its line as text, and says the same as HTML", async () => {
    for (const locale of locales) {
      const { text, html } = await write(kind, locale);
      expect(text.split("\n").filter((line) => line.includes("://"))).toEqual([link]);
      expect(html).toContain('href="https://chat.a.example/sign-up?invitation=abc&amp;x=1"');
      for (const line of text.split(/\n+/).filter((said) => said !== link && !/[:：]$/.test(said)))
        expect(html).toContain(line);
    }
  });
});

it("a person whose language is not known gets the default one", async () => {
  expect((await write("reset", null)).subject).toBe(`${words.reset.title} · 北风`);
  expect((await write("reset", "xx")).subject).toBe(`${words.reset.title} · 北风`);
});

it("names, lines and addresses are text in the HTML, never markup", () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const { html } = renderMail({
    ...{ locale: "en", site: evil, title: evil, lines: [evil] },
    action: { label: evil, href: `https://a.example/"><script>` },
  });
  expect(html).not.toMatch(/<img|<script|onerror="/);
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g)).toHaveLength(5);
});
