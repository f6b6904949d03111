import PostalMime, { type Address } from "postal-mime";
import { AppError } from "@/lib/errors";
import type { FileBody } from "./document";
import { toHtmlMarkdown } from "./html-fragment";
import { toTable } from "./markdown-table";

/** A message that a mail program saved: who wrote to whom, when, its text, and what is attached by name. */
export async function readMail(bytes: Uint8Array): Promise<FileBody> {
  const mail = await parse(bytes);
  const { subject = "", from, to = [], cc = [], date = "", text = "", html = "", attachments } = mail;
  const author = from === undefined ? "" : toName(from);
  const time = Date.parse(date);
  const facts = [
    ["From", author],
    ["To", to.map(toName).join(", ")],
    ["Cc", cc.map(toName).join(", ")],
    ["Date", Number.isNaN(time) ? date : new Date(time).toISOString()],
  ].filter(([, value]) => value !== "");
  const body = html === "" ? text.trim() : toHtmlMarkdown(html, "about:blank");
  const names = attachments.map(({ filename, mimeType }) => `- ${filename ?? mimeType}`);
  const parts = [
    subject && `# ${subject.replace(/\s+/g, " ").trim()}`,
    facts.length === 0
      ? ""
      : toTable(
          ["Message", ""],
          facts.map(([name = "", value = ""]) => [name, value]),
        ),
    body || text.trim(),
    names.length === 0 ? "" : `## Attachments (not read)\n\n${names.join("\n")}`,
  ];
  return {
    ...(subject && { title: subject }),
    ...(author && { author }),
    ...(Number.isNaN(time) ? {} : { date: new Date(time).toISOString() }),
    ...{ parts: [parts.filter((part) => part !== "").join("\n\n")], isPaged: false, isCut: false, blank: [] },
  };
}

async function parse(bytes: Uint8Array) {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024 });
  } catch (cause) {
    throw new AppError("page_unavailable", "The message is broken.", { cause });
  }
}

function toName({ name, address = "" }: Address): string {
  return name && address ? `${name} <${address}>` : name || address;
}
