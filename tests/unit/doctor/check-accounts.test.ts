import { describe, expect, it } from "vitest";
import { checkAccounts } from "@/lib/doctor/check-accounts";
import { parseEnv } from "@/lib/env";

const firestore = {
  FIREBASE_PROJECT_ID: "demo-sextant",
  FIREBASE_STORAGE_BUCKET: "demo-bucket",
  AUTH_SECRET: "x".repeat(32),
};
const check = (source: Record<string, string>) => checkAccounts(parseEnv(source));
const addressOf = (source: Record<string, string>) =>
  check(source).find((finding) => finding.check === "accounts");

describe("checkAccounts", () => {
  it("is content with one owner on one machine", () => {
    expect(check({})).toMatchObject([{ check: "accounts", status: "missing" }]);
  });

  it.each([
    [{ HOST: "0.0.0.0" }, "HOST=0.0.0.0 would let anybody in"],
    [{ ...firestore, VERCEL: "1" }, "a hosting platform would let anybody in"],
    [{ AUTH_URL: "http://chat.example" }, "without https"],
    [{ ...firestore, VERCEL: "1", AUTH_URL: "http://127.0.0.1:3000" }, "which nobody else can open"],
  ])("refuses %j", (source, reason) => {
    expect(addressOf(source)).toMatchObject({ status: "failed", text: expect.stringContaining(reason) });
  });

  it.each(["https://chat.example", "http://localhost:3000", "http://[::1]:3000"])(
    "takes %s as the address that people open",
    (AUTH_URL) => {
      expect(addressOf({ AUTH_URL })).toMatchObject({
        status: "ok",
        text: expect.stringContaining(AUTH_URL),
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
      status: "ok",
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
    ["behind https", {}, "means a proxy in front"],
    ["on a platform that is not Vercel", { ...firestore, K_SERVICE: "sextant" }, "means a proxy in front"],
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
});
