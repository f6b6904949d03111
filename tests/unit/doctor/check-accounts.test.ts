import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkAccounts, listAccounts } from "@/lib/features/doctor/check-accounts";
import { parseEnv } from "@/lib/env";

const firestore = {
  FIREBASE_PROJECT_ID: "demo-sextant",
  FIREBASE_STORAGE_BUCKET: "demo-bucket",
  AUTH_SECRET: "x".repeat(32),
};
const check = (source: Record<string, string>) => listAccounts(parseEnv(source));
const addressOf = (source: Record<string, string>) =>
  check(source).find((finding) => finding.check === "accounts");

describe("what the doctor says of accounts", () => {
  it("is content with one owner on one machine", () => {
    expect(check({})).toMatchObject([{ check: "accounts", status: "missing" }]);
  });

  it.each([
    [{ HOST: "0.0.0.0" }, "Without accounts, HOST=0.0.0.0 would let anyone in."],
    [{ ...firestore, VERCEL: "1" }, "without them, anyone could use this server from the internet."],
    [{ AUTH_URL: "http://chat.example" }, "Use https"],
    [{ ...firestore, VERCEL: "1", AUTH_URL: "http://127.0.0.1:3000" }, "which other people cannot open"],
  ])("refuses %j", (source, reason) => {
    expect(addressOf(source)).toMatchObject({ status: "failed", text: expect.stringContaining(reason) });
  });

  it.each(["https://chat.example", "http://localhost:3000", "http://[::1]:3000"])(
    "takes %s as the address that people open",
    (AUTH_URL) => {
      expect(addressOf({ AUTH_URL })).toMatchObject({
        status: "not asked",
        text: `people open ${AUTH_URL}`,
      });
    },
  );

  it("names the address to register with Google, and never the client's secret", () => {
    const found = check({
      AUTH_URL: "https://chat.example",
      AUTH_GOOGLE_ID: "client",
      AUTH_GOOGLE_SECRET: "hunter2-hunter2",
    });
    expect(found).toContainEqual({
      check: "google",
      status: "not asked",
      text: expect.stringContaining("https://chat.example/api/auth/callback/google"),
    });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("points to the set-up links in the log where nothing else can prove an administrator's address", () => {
    const source = { AUTH_URL: "https://chat.example", ADMIN_EMAILS: "a@chat.example" };
    const find = (more: Record<string, string>) =>
      check({ ...source, ...more }).find((finding) => finding.check === "admins")?.text;
    expect(find({})).toContain("set-up link");
    expect(find({ SMTP_URL: "smtp://127.0.0.1:25", MAIL_FROM: "post@chat.example" })).toBe(
      "1 in ADMIN_EMAILS",
    );
    expect(find({ AUTH_GOOGLE_ID: "client", AUTH_GOOGLE_SECRET: "hunter2" })).toBe("1 in ADMIN_EMAILS");
  });

  it.each<[string, Record<string, string>, string | undefined]>([
    ["behind https", {}, "by the last address in X-Forwarded-For"],
    [
      "on a platform that is not Vercel",
      { ...firestore, K_SERVICE: "sextant" },
      "by the last address in X-Forwarded-For",
    ],
    ["on Vercel", { ...firestore, VERCEL: "1" }, undefined],
    ["with the header", { CLIENT_ADDRESS_HEADER: "x-real-ip" }, "header x-real-ip"],
  ])("M6: says %s what failed sign-ins are counted by", (_title, source, text) => {
    const found = check({ AUTH_URL: "https://chat.example", ...source });
    const finding = found.find((each) => each.check === "client address");
    expect(finding?.text).toEqual(text === undefined ? undefined : expect.stringContaining(text));
  });

  it("says what follows where administrators, sign-up and the client's address are left open", () => {
    const missing = check({ AUTH_URL: "https://chat.example" }).filter(({ status }) => status === "missing");
    expect(missing.map((finding) => finding.check)).toEqual([
      "admins",
      "sign-up",
      "google",
      "client address",
    ]);
  });

  it("is ok only where the product itself answers at the address", async () => {
    const problem = { "content-type": "application/problem+json" };
    const ours = await listen((_request, response) => response.writeHead(401, problem).end("{}"));
    const another = await listen((_request, response) => response.end("It works!"));
    const ask = async (AUTH_URL: string) => {
      const options = { isAsking: true, signal: new AbortController().signal };
      return (await checkAccounts(parseEnv({ AUTH_URL }), options))[0];
    };
    expect(await ask(ours)).toMatchObject({ check: "accounts", status: "ok" });
    for (const url of [another, "http://127.0.0.1:9"])
      expect(await ask(url)).toMatchObject({ check: "accounts", status: "missing" });
  });
});

/** A local server, by its address. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
