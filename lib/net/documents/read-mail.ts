import PostalMime, { type Address, type Email } from "postal-mime";
import { AppError } from "@/lib/errors";
import type { FileBody } from "./document";
import { toHtmlMarkdown } from "./html-fragment";
import { toTable } from "./markdown-table";

/** A message that a mail program saved: who wrote to whom, when, its text, and what is attached by name. */
export async function readMail(bytes: Uint8Array): Promise<FileBody> {
  const mail = await parse(bytes);
  const { subject = "", from, date = "", text = "", html = "", attachments } = mail;
  const author = from === undefined ? "" : toName(from);
  const time = Date.parse(date);
  const when = Number.isNaN(time) ? date : new Date(time).toISOString();
  const facts = listFacts(author, mail, when);
  const body = html === "" ? text.trim() : toHtmlMarkdown(html, "about:blank");
  const names = attachments.map(({ filename, mimeType }) => `- ${filename ?? mimeType}`);
  const parts = [
    subject && `# ${toLine(subject)}`,
    facts.length > 0 && toTable(["Message", ""], facts),
    body || text.trim(),
    names.length > 0 && `## Attachments (not read)\n\n${names.join("\n")}`,
  ].filter(Boolean);
  return {
    ...(subject && { title: subject }),
    ...(author && { author }),
    ...(!Number.isNaN(time) && { date: when }),
    ...{ parts: [parts.join("\n\n")], isPaged: false, isCut: false, blank: [] },
  };
}

async function parse(bytes: Uint8Array) {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024 });
  } catch (cause) {
    throw new AppError("page_unavailable", "The message is broken.", { cause });
  }
}

function listFacts(from: string, { to = [], cc = [] }: Email, when: string): [string, string][] {
  const people = (addresses: Address[]) => addresses.map(toName).join(", ");
  return Object.entries({ From: from, To: people(to), Cc: people(cc), Date: when }).filter(
    ([, value]) => value !== "",
  );
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function toName({ name, address = "" }: Address): string {
  return name && address ? `${name} <${address}>` : name || address;
}
