import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkMail } from "@/lib/features/doctor/check-mail";
import { findFreePort } from "@/tests/support/free-port";

const AUTH_URL = "https://chat.example";
let server: SMTPServer;
let port: number;

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === "post" && password === "letmein99"
        ? done(null, { user: "post" })
        : done(new Error(`no ${username} with ${password}`)),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.server.address() as AddressInfo).port;
});

afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

describe("checkMail", () => {
  it("signs in at the mail server without sending", async () => {
    await expect(
      checkMail({ SMTP_URL: `smtp://post:letmein99@127.0.0.1:${port}`, AUTH_URL }),
    ).resolves.toMatchObject([{ status: "ok" }]);
  });

  it("says that the server refuses the password, and repeats neither that nor the server's words", async () => {
    const found = await checkMail({ SMTP_URL: `smtp://post:hunter2@127.0.0.1:${port}`, AUTH_URL });
    expect(found).toEqual([
      {
        check: "mail",
        status: "failed",
        text: "the mail server refuses the name or password. Check SMTP_URL",
      },
    ]);
  });

  it("says that nobody is there", async () => {
    const closed = await findFreePort();
    const found = await checkMail({ SMTP_URL: `smtp://127.0.0.1:${closed}`, AUTH_URL });
    expect(found).toEqual([
      { check: "mail", status: "failed", text: "the mail server cannot be reached. Check SMTP_URL" },
    ]);
  });

  it("says where the links go without one", async () => {
    await expect(checkMail({ SMTP_URL: undefined, AUTH_URL })).resolves.toMatchObject([
      { status: "missing", text: expect.stringContaining("the administrator passes on links") },
    ]);
  });
});
