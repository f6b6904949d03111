import { createTranslator, type Messages } from "next-intl";
import { loadMessages } from "@/i18n/load-messages";
import { defaultLocale, isLocale, type Locale } from "@/i18n/locales";
import type { Mail, Transport } from "./mailer";

export type MailKind = keyof Messages["mails"];
/** `line`: what whoever invites wrote themselves. */
type MailValues = { link: string; line?: string | null; [name: string]: string | number | null | undefined };
/** `locale` as the person's record has it. */
export type Receiver = { email: string; locale: string | null };
export type MailWords = {
  title: string;
  lines: readonly string[];
  /** `href` is a whole address. */
  action?: { label: string; href: string };
};
export type WriteMail = (locale: Locale) => Promise<MailWords>;

/** Rejects when the mail server refuses or does not answer within its limits. */
export type Mailer = {
  send(kind: MailKind, to: Receiver, values: MailValues): Promise<void>;
  /** For words that another subject has. */
  sendWritten(to: Receiver, write: WriteMail): Promise<void>;
  close(): void;
};

/** Writes each mail in its receiver's language, under the site's name. */
export function createMailer(transport: Transport, readSiteName: () => Promise<string>): Mailer {
  async function sendWritten({ email, locale: known }: Receiver, write: WriteMail): Promise<void> {
    const locale = isLocale(known) ? known : defaultLocale;
    const [site, words] = await Promise.all([readSiteName(), write(locale)]);
    await transport.send({ to: email, ...renderMail({ locale, site, ...words }) });
  }
  return {
    send: (kind, to, values) => sendWritten(to, (locale) => writeMail(locale, kind, values)),
    sendWritten,
    close: transport.close,
  };
}

async function writeMail(
  locale: Locale,
  kind: MailKind,
  { link, line, ...given }: MailValues,
): Promise<MailWords> {
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "mails" });
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? ""]));
  return {
    title: t(`${kind}.title`, values),
    lines: [...(line ? [`“${line}”`] : []), t(`${kind}.text`, values)],
    action: { label: t(`${kind}.label`), href: link },
  };
}

/** A mail in the product's look, as plain text and as HTML that is readable in light and dark. */
export function renderMail({
  locale,
  site,
  title,
  lines,
  action,
}: MailWords & { locale: Locale; site: string }): Omit<Mail, "to"> {
  const told = action === undefined ? [] : [`${action.label}:\n${action.href}`];
  const button = action === undefined ? "" : toButton(action);
  const paragraphs = lines.map((line) => `<p style="${text}">${escapeHtml(line)}</p>`).join("");
  return {
    subject: `${title} · ${site}`,
    text: [title, ...lines, ...told, site].join("\n\n"),
    html: `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f5f3ed"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 12px;background:#f5f3ed">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e4e1d9;border-radius:12px"><tr><td align="left" style="padding:28px;font-family:Inter,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif;color:#14212e">
<p style="margin:0 0 18px;font-size:15px;line-height:22px;font-weight:600">${escapeHtml(site)}</p>
<h1 style="margin:0 0 8px;font-size:22px;line-height:30px;font-weight:600">${escapeHtml(title)}</h1>
${paragraphs}${button}
</td></tr></table></td></tr></table></body></html>`,
  };
}

const text = "margin:0 0 12px;font-size:15px;line-height:22px;white-space:pre-line;overflow-wrap:anywhere";

/** With its address below, for readers that show no links. */
function toButton({ label, href }: NonNullable<MailWords["action"]>): string {
  const to = escapeHtml(href);
  return `<p style="margin:20px 0"><a href="${to}" style="display:inline-block;padding:11px 18px;border-radius:8px;background:#14212e;color:#ffffff;font-size:15px;line-height:22px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p><p style="margin:0;font-size:13px;line-height:18px;color:#5c6b78;overflow-wrap:anywhere">${to}</p>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(written: string): string {
  return written.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
