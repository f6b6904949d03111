import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { to: string[]; text: string; links: URL[] };
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
      void text(stream).then((raw) => {
        received += 1;
        const mail = toMail(to, raw);
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

/** Mails in two languages are sent as base64 or quoted-printable. */
function toMail(to: string[], raw: string): ReceivedMail {
  const cut = raw.indexOf("\r\n\r\n");
  const body = raw.slice(cut + 4);
  const decoded = /content-transfer-encoding: base64/i.test(raw.slice(0, cut))
    ? Buffer.from(body, "base64").toString("utf8")
    : decodeURIComponent(
        body
          .replaceAll("=\r\n", "")
          .replaceAll("%", "%25")
          .replace(/=([0-9A-F]{2})/g, "%$1"),
      );
  return {
    to,
    text: decoded,
    links: [...decoded.matchAll(/https?:\/\/\S+/g)].map(([address]) => new URL(address)),
  };
}
