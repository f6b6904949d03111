import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkVercelFile } from "@/lib/features/doctor/check-vercel";
import { createPrivateKeyText } from "@/tests/support/private-key";

const key = createPrivateKeyText();

/** What docs/deploy.md asks for, and nothing else. */
const good = {
  AUTH_URL: "https://chat.example",
  AUTH_SECRET: "kX9v2LrT7wQz4NbY8mJc1HfD6sPa3GeU",
  FIREBASE_PROJECT_ID: "demo-sextant",
  FIREBASE_CLIENT_EMAIL: "server@demo-sextant.iam.gserviceaccount.com",
  FIREBASE_PRIVATE_KEY: key,
  FIREBASE_STORAGE_BUCKET: "demo-sextant.appspot.com",
  CRON_SECRET: "c".repeat(24),
};
const check = (more: Record<string, string>) => checkVercelFile({ ...good, ...more });

describe("an environment file for Vercel", () => {
  it("has nothing against what the guide and the button ask for", () => {
    expect(check({}).filter(({ status }) => status === "failed")).toEqual([]);
    const asked = /[?&]env=([A-Z_,]+)/.exec(readFileSync("docs/deploy.md", "utf8"))?.[1];
    expect(asked?.split(",").sort()).toEqual(Object.keys(good).sort());
  });

  it.each([
    ["AUTH_URL", "accounts"],
    ["AUTH_SECRET", "environment"],
    ["FIREBASE_PROJECT_ID", "environment"],
    ["FIREBASE_STORAGE_BUCKET", "environment"],
    ["FIREBASE_PRIVATE_KEY", "store"],
  ])("needs %s", (name, where) => {
    expect(check({ [name]: "" })).toContainEqual(
      expect.objectContaining({ check: where, status: "failed", text: expect.stringContaining(name) }),
    );
  });

  it("knows the time that the routes ask for", () => {
    expect(check({ FUNCTION_SECONDS: "800" })).toContainEqual(
      expect.objectContaining({ check: "scheduler", text: expect.stringContaining("needs a paid plan") }),
    );
  });

  it("works without a scheduler's secret, and says what that means", () => {
    expect(check({ CRON_SECRET: "" })).toContainEqual(
      expect.objectContaining({ check: "scheduler", status: "missing" }),
    );
  });

  it.each([
    [{ LOCAL_BASE_URL: "http://127.0.0.1:11434/v1" }, "LOCAL_BASE_URL is an address of your own machine"],
    [
      { COMPATIBLE_PROVIDERS: "own=http://localhost:8080/v1" },
      "COMPATIBLE_PROVIDERS is an address of your own machine",
    ],
    [{ AUTH_URL: "http://localhost:3000" }, "other people cannot open"],
    [{ STORE: "embedded" }, "does not keep its disk"],
    [{ SMTP_URL: "smtps://mail.example" }, "or neither"],
    [{ FIREBASE_PRIVATE_KEY: "abc" }, "FIREBASE_PRIVATE_KEY should be the private key"],
    [
      { FIREBASE_PRIVATE_KEY: key.replace(/[A-Za-z0-9+/]{40}\\n/, "\\n") },
      "FIREBASE_PRIVATE_KEY should be the private key",
    ],
    [
      {
        ...{ OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "s" },
        OIDC_ISSUER: "https://id.example/realms/a/.well-known/openid-configuration",
      },
      "OIDC_ISSUER should be the address before /.well-known/openid-configuration",
    ],
  ])("refuses %j", (more, reason) => {
    const failed = check(more).filter(({ status }) => status === "failed");
    expect(failed).toMatchObject([{ text: expect.stringContaining(reason) }]);
  });

  it("says at once what is wrong of each variable, between them, and with what they hold", () => {
    const texts = check({
      ...{ AUTH_URL: "https://chat.example/path", AUTH_SECRET: "password".repeat(5), PORT: "http" },
      ...{ SMTP_URL: "smtps://mail.example", FIREBASE_PRIVATE_KEY: "abc", STORE: "embedded" },
    }).map(({ text }) => text);
    const wrong = ["AUTH_URL should be", "PORT should be", "FIREBASE_PRIVATE_KEY should be"];
    for (const text of [
      ...wrong,
      "set both SMTP_URL and MAIL_FROM",
      "does not keep its disk",
      "easy to guess",
    ])
      expect(texts).toContainEqual(expect.stringContaining(text));
    expect(texts.filter((text) => /AUTH_URL (is not set|to the address)/.test(text))).toEqual([]);
  });

  it.each([
    ["HOST", "0.0.0.0"],
    ["DATA_DIR", "/data"],
    ["BROWSER_PATH", "/usr/bin/chromium"],
    ["CLIENT_ADDRESS_HEADER", "x-forwarded-for"],
    ["AUTH_SECRETS", "a typing error"],
  ])("says that %s has no effect", (name, value) => {
    expect(check({ [name]: value })).toContainEqual({
      check: "no effect",
      status: "missing",
      text: expect.stringContaining(name),
    });
  });

  it("knows the key of a provider that the file names, and repeats no secret", () => {
    const findings = check({
      COMPATIBLE_PROVIDERS: "groq=https://api.groq.com/v1",
      GROQ_API_KEY: "sk-secret",
    });
    expect(findings.filter(({ check }) => check === "no effect")).toEqual([]);
    expect(JSON.stringify(findings)).not.toMatch(/sk-secret|kX9v2|BEGIN/);
  });
});
