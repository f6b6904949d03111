import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { envSchema, parseEnv } from "@/lib/env";
import { createPrivateKeyText } from "@/tests/support/private-key";

describe("parseEnv", () => {
  it("needs nothing and takes an empty value as unset", () => {
    const env = parseEnv({ OPENAI_API_KEY: "", PORT: " " });
    expect(env).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      STORE: "embedded",
      DATA_DIR: "./data",
      MAX_RUNS: 1_000,
      MAX_RUNS_PER_PERSON: 20,
      SESSION_DAYS: 90,
    });
    expect(env.OPENAI_API_KEY).toBeUndefined();
  });

  it.each([
    [{ PORT: "http" }, "PORT should be a port number"],
    [{ STORE: "mysql" }, "STORE should be embedded or firestore"],
    [{ STORE: "firestore", AUTH_SECRET: "x".repeat(32) }, "STORE=firestore needs FIREBASE_PROJECT_ID"],
    [{ FIREBASE_PROJECT_ID: "demo-project" }, "STORE=firestore needs AUTH_SECRET"],
    [
      { FIREBASE_CLIENT_EMAIL: "a@b.example" },
      "set both FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY, or neither",
    ],
    [{ FIREBASE_PRIVATE_KEY: "abc" }, "FIREBASE_PRIVATE_KEY should be the private key of a service account"],
    [{ VERCEL: "1" }, "set FIREBASE_PROJECT_ID to store data: this platform does not keep its disk"],
    [
      { VERCEL: "1", FIREBASE_PROJECT_ID: "demo-project", AUTH_SECRET: "x".repeat(32) },
      "set FIREBASE_STORAGE_BUCKET to store files",
    ],
    [{ ADMIN_EMAILS: "a@b.example" }, "ADMIN_EMAILS needs accounts: set AUTH_URL as well"],
    [
      { AUTH_URL: "https://a.example", ADMIN_EMAILS: "nobody" },
      "ADMIN_EMAILS should be a comma-separated list of email addresses",
    ],
    [
      { AUTH_URL: "https://a.example", ALLOWED_EMAILS: "a@b.example, c" },
      "ALLOWED_EMAILS should be a comma-separated list of email addresses",
    ],
    [
      { AUTH_URL: "https://a.example", OIDC_ISSUER: "https://b.example" },
      "set both OIDC_ISSUER and OIDC_CLIENT_ID, or neither",
    ],
    [
      { AUTH_URL: "https://a.example", SMTP_URL: "http://b.example" },
      "SMTP_URL should be an smtp:// or smtps:// address",
    ],
    [{ OPENAI_BASE_URL: "ftp://x" }, "OPENAI_BASE_URL should be an http:// or https:// address"],
    [{ MODEL_MAIN: "gemini" }, "MODEL_MAIN should be provider:model"],
    [{ MODEL_WINDOWS: "local:qwen3" }, "MODEL_WINDOWS should be provider:model=tokens"],
    [{ MODEL_WINDOWS: "local:*=4096" }, "MODEL_WINDOWS should give each model 8000 tokens or more"],
    [{ COMPATIBLE_PROVIDERS: "groq" }, "COMPATIBLE_PROVIDERS should be name=baseURL"],
    [
      { COMPATIBLE_PROVIDERS: "openai=https://o.example/v1" },
      "COMPATIBLE_PROVIDERS should give each provider a name of its own",
    ],
    [
      { COMPATIBLE_PROVIDERS: "brave=https://o.example/v1" },
      "COMPATIBLE_PROVIDERS should give each provider a name of its own",
    ],
    [
      { COMPATIBLE_PROVIDERS: "box=http://a.example/v1,box=http://b.example/v1" },
      "COMPATIBLE_PROVIDERS should give each provider a name of its own",
    ],
    [{ FUNCTION_SECONDS: "soon" }, "FUNCTION_SECONDS should be a number of seconds"],
    [{ CRON_SECRET: "short" }, "CRON_SECRET should have at least 16 characters"],
    [{ MAX_RUNS: "many" }, "MAX_RUNS should be a number"],
    [{ MAX_RUNS_PER_PERSON: "0" }, "MAX_RUNS_PER_PERSON should be a number from 1 to 100000"],
    [{ AUTH_URL: "https://a.example/ai" }, "AUTH_URL should be an address without a path"],
    [{ AUTH_URL: "https://a.example/?a=1" }, "AUTH_URL should be an address without a path"],
    [{ AUTH_URL: "https://a.example/#a" }, "AUTH_URL should be an address without a path"],
    [{ AUTH_URL: "https://u:p@a.example" }, "AUTH_URL should be an address without a path"],
    [{ AUTH_SECRET: "short" }, "AUTH_SECRET should have at least 32 characters"],
  ])("stops on %j with the variable's name and what it should be", (source, message) => {
    expect(() => parseEnv(source)).toThrow(message);
  });

  it("never repeats a value, which may be a secret", () => {
    expect(() => parseEnv({ AUTH_SECRET: "hunter2" })).toThrow(expect.not.stringContaining("hunter2"));
  });

  it("knows by what platforms set that it is hosted", () => {
    expect(
      [parseEnv({}), parseEnv({ FLY_APP_NAME: "1" }), parseEnv({ RENDER: "true" })].map(
        ({ isHosted }) => isHosted,
      ),
    ).toEqual([false, true, true]);
  });

  it("takes Firestore where a project is named, and a key with written line breaks", () => {
    const key = createPrivateKeyText();
    const given = {
      FIREBASE_PROJECT_ID: "demo-project",
      FIREBASE_CLIENT_EMAIL: "a@b.example",
      FIREBASE_PRIVATE_KEY: key,
      AUTH_SECRET: "x".repeat(32),
    };
    expect(parseEnv(given)).toMatchObject({
      STORE: "firestore",
      FIREBASE_PRIVATE_KEY: key.replaceAll("\\n", "\n").trim(),
    });
    expect(parseEnv({ ...given, STORE: "embedded" }).STORE).toBe("embedded");
  });

  it("reads who may come in, and the address of the site, in lower case", () => {
    const env = parseEnv({
      AUTH_URL: "https://Chat.Example:443/",
      ADMIN_EMAILS: "Ann@B.example",
      ALLOWED_EMAILS: "bob@c.example, @D.example",
    });
    expect(env).toMatchObject({
      AUTH_URL: "https://chat.example",
      ADMIN_EMAILS: ["ann@b.example"],
      ALLOWED_EMAILS: ["bob@c.example", "@d.example"],
    });
  });

  it("splits lists and finds the keys of named providers", () => {
    const env = parseEnv({
      MODEL_MAIN: "google:gemini-x, openai:gpt-y",
      COMPATIBLE_PROVIDERS: "groq=https://g.example/v1,my-box=http://127.0.0.1:1/v1?a=b",
      GROQ_API_KEY: "k1",
      MY_BOX_API_KEY: "k2",
      MODEL_WINDOWS: "local:qwen3:8b=16384, groq:*=131072",
      WEB_FETCH_ALLOWED_HOSTS: "Wiki.local:8180, 127.0.0.1:9",
    });
    expect(env.MODEL_MAIN).toEqual(["google:gemini-x", "openai:gpt-y"]);
    expect(env.COMPATIBLE_PROVIDERS?.[1]).toEqual({ name: "my-box", baseURL: "http://127.0.0.1:1/v1?a=b" });
    expect(env.MODEL_WINDOWS).toEqual({ "local:qwen3:8b": 16_384, "groq:*": 131_072 });
    expect(env.namedKeys).toEqual({ groq: "k1", "my-box": "k2" });
    expect(env.WEB_FETCH_ALLOWED_HOSTS).toEqual(["wiki.local:8180", "127.0.0.1:9"]);
  });
});

describe(".env.example", () => {
  const example = readFileSync(".env.example", "utf8");
  const entries = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );

  it("names every variable that is read, and no other", () => {
    expect(entries.map(([name]) => name).sort()).toEqual(Object.keys(envSchema.shape).sort());
  });

  it("shows the defaults as they are", () => {
    const shown = Object.fromEntries(entries.filter(([, value]) => value !== ""));
    expect(parseEnv(shown)).toEqual(parseEnv({}));
  });
});
