import { createTransport } from "nodemailer";
import type { Env } from "@/lib/env";
import { findErrorCode } from "@/lib/errors";
import type { Finding } from "./finding";

/** Greets the mail server and signs in there, without sending anything. */
export async function checkMail({
  SMTP_URL: url,
  AUTH_URL,
}: Pick<Env, "SMTP_URL" | "AUTH_URL">): Promise<Finding[]> {
  const check = "mail";
  if (AUTH_URL === undefined) return [];
  if (url === undefined)
    return [
      {
        check,
        status: "missing",
        text: "SMTP_URL is not set, so the administrator passes on links for invitations and new passwords",
      },
    ];
  const transport = createTransport({
    url,
    dnsTimeout: limitMs,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
  });
  try {
    await transport.verify();
    return [{ check, status: "ok", text: "the mail server accepts the name and password" }];
  } catch (error) {
    return [{ check, status: "failed", text: `${explain(error)}. Check SMTP_URL` }];
  } finally {
    transport.close();
  }
}

const limitMs = 10_000;

/** By the library's code: what the server says may repeat the name it was given. */
function explain(error: unknown): string {
  const code = findErrorCode(error);
  if (code === "EAUTH") return "the mail server refuses the name or password";
  if (code === "EDNS") return "the mail server's host name does not exist";
  if (code === "ETLS") return "the mail server does not accept an encrypted connection";
  return code === "ETIMEDOUT"
    ? "the mail server does not answer in time"
    : "the mail server cannot be reached";
}
