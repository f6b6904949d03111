import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { to: string[]; subject: string; text: string; html: string; links: URL[] };
export type MailServer = {
  env: Record<string, string>;
  next(): Promise<ReceivedMail>;
  count(): number;
  close(): Promise<void>;
};

/** A mail server on this machine that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  const unread: ReceivedMail[] = [];
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void text(stream).then(async (raw) => {
        const mail = await toMail(to, raw);
        received += 1;
        const reader = waiting.shift();
        if (reader === undefined) unread.push(mail);
        else reader(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Sextant <chat@a.example>" },
    next: async () => unread.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    count: () => received,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** `text` is its plain form, in which each link stands alone on its line. */
async function toMail(to: string[], raw: string): Promise<ReceivedMail> {
  const { subject = "", text: plain = "", html = "" } = await PostalMime.parse(raw);
  const links = [...plain.matchAll(/^https?:\/\/\S+$/gm)].map(([address]) => new URL(address));
  return { to, subject, text: plain, html, links };
}
