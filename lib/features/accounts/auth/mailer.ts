import { createTransport } from "nodemailer";
import { AppError } from "@/lib/errors";

export type Mail = { to: string; subject: string; text: string; html: string };
/** Rejects when the mail server refuses or does not answer within its limits. */
export type Transport = { send(mail: Mail): Promise<void>; close(): void };

const limitMs = 10_000;

export function openTransport({ url, from }: { url: string; from: string }): Transport {
  const transport = createTransport(
    { url, connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs },
    { from },
  );
  return {
    async send(mail) {
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw new AppError("internal", "The mail could not be sent.", { cause: toCause(error) });
      }
    },
    close: () => transport.close(),
  };
}

/** Without the server's words, which may repeat the address or the sign-in. */
function toCause(error: unknown): unknown {
  return { name: "MailError", code: error instanceof Error && "code" in error ? error.code : "unknown" };
}
