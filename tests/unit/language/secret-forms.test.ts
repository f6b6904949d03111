import { describe, expect, it } from "vitest";
import { createRedactor, redactSecrets } from "@/lib/language/secret-forms";
import { createLog } from "@/lib/log";
import { findSecret } from "@/lib/features/memory/secrets";
import { readServerReport } from "@/lib/models/server-report";
import { toPlain } from "@/lib/features/traces/to-plain";

const letters = "aB3dE5fG7hJ9kL1mN0pQ2rS4tU6vW8xY";
const run = (length: number, from = letters): string => from.repeat(10).slice(0, length);
const hex = (length: number): string => run(length, "3f9a0c5e7b1d2468");

/** What stands in a text, and the part of it that nobody may read. */
const forms: Record<string, [written: string, secret: string]> = {
  "OpenAI, of a project": [`sk-proj-${run(120)}`, run(120)],
  "OpenAI, as it was": [`sk-${run(48)}`, run(48)],
  Anthropic: [`sk-ant-api03-${run(93)}AA`, run(93)],
  OpenRouter: [`sk-or-v1-${hex(64)}`, hex(64)],
  Google: [`AIzaSy${run(33)}`, run(33)],
  "Google, OAuth": [`ya29.${run(60)}`, run(60)],
  "Google, a client": [`GOCSPX-${run(28)}`, run(28)],
  Groq: [`gsk_${run(52)}`, run(52)],
  "x.ai": [`xai-${run(80)}`, run(80)],
  "Hugging Face": [`hf_${run(34)}`, run(34)],
  Perplexity: [`pplx-${run(48)}`, run(48)],
  Tavily: [`tvly-dev-${run(32)}`, run(32)],
  Brave: [`BSA${run(28)}`, run(28)],
  GitHub: [`ghp_${run(36)}`, run(36)],
  "GitHub, an app": [`ghs_${run(36)}`, run(36)],
  "GitHub, of letters alone": [`ghp_${run(36, "abcdefghijkLMNOPQ")}`, run(36, "abcdefghijkLMNOPQ")],
  "GitHub, fine-grained": [`github_pat_${run(22)}_${run(59)}`, run(59)],
  GitLab: [`glpat-${run(20)}`, run(20)],
  npm: [`npm_${run(36)}`, run(36)],
  PyPI: [`pypi-AgEIcHlwaS5vcmc${run(60)}`, run(60)],
  Docker: [`dckr_pat_${run(27)}`, run(27)],
  "AWS, an id": ["AKIAIOSFODNN7EXAMPLE", "IOSFODNN7EXAMPLE"],
  "AWS, a secret": [
    `aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY`,
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  ],
  "Azure, a client": [`abc8Q~${run(34)}`, run(34)],
  DigitalOcean: [`dop_v1_${hex(64)}`, hex(64)],
  Databricks: [`dapi${hex(32)}`, hex(32)],
  Terraform: [`${hex(14)}.atlasv1.${run(64)}`, run(64)],
  Vault: [`hvs.${run(95)}`, run(95)],
  Slack: [`xoxb-1234567890-1234567890123-${run(24)}`, run(24)],
  "Slack, an app": [`xapp-1-A012345-1234567890123-${hex(64)}`, hex(64)],
  Stripe: [`sk_live_${run(24)}`, run(24)],
  "Stripe, a webhook": [`whsec_${run(32)}`, run(32)],
  Square: [`sq0atp-${run(22)}`, run(22)],
  Shopify: [`shpat_${hex(32)}`, hex(32)],
  SendGrid: [`SG.${run(22)}.${run(43)}`, run(43)],
  Twilio: [`SK${hex(32)}`, hex(32)],
  Telegram: [`123456789:AA${run(33)}`, run(33)],
  Linear: [`lin_api_${run(40)}`, run(40)],
  Postman: [`PMAK-${hex(24)}-${hex(34)}`, hex(34)],
  Grafana: [`glsa_${run(32)}_${hex(8)}`, run(32)],
  Sentry: [`sntryu_${hex(64)}`, hex(64)],
  age: [
    `AGE-SECRET-KEY-1${"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2).slice(0, 58)}`,
    "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
  ],
  "a JSON Web Token": [`eyJ${run(33)}.eyJ${run(60)}.${run(43)}`, run(43)],
  "a private key": [
    `-----BEGIN PRIVATE KEY-----\n${run(64)}\n${run(64)}\n-----END PRIVATE KEY-----`,
    run(64),
  ],
  "an encrypted key": [
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n${run(64)}\n-----END RSA PRIVATE KEY-----`,
    run(64),
  ],
  "an address with a password": ["postgres://admin:hunter2secret@db.example/x", "hunter2secret"],
  "an address with a password alone": ["redis://:hunter2secret@cache.example:6379", "hunter2secret"],
  "basic authorization": [`Authorization: Basic ${run(24)}=`, run(24)],
  "a bearer": [`Bearer ${run(40)}`, run(40)],
  "a field in quotes": [`api_key="${run(20)}"`, run(20)],
  "a field of JSON": [`{\\"client_secret\\": \\"${run(20)}\\"}`, run(20)],
  "an environment's line": [`OPENAI_API_KEY=${run(20)}`, run(20)],
  "a cookie": [`Cookie: session=${run(30)}`, run(30)],
  "a password": ["password: hunter2secret", "hunter2secret"],
  "a password in German": ["Passwort: hunter2secret", "hunter2secret"],
  "a password in Spanish": ["contraseña: hunter2secret", "hunter2secret"],
  "a password in Chinese": ["密码：hunter2secret", "hunter2secret"],
};

/** What comes out of each place for a text that holds a secret. */
const places: Record<string, (text: string) => string> = {
  "a line of the log": (text) => {
    const lines: string[] = [];
    createLog("debug", (line) => lines.push(line)).error("tested", { error: new Error(text), note: text });
    return lines.join("");
  },
  "a trace": (text) => JSON.stringify(toPlain({ messages: [{ content: text }] })),
  "an error of a vendor": (text) => readServerReport({ error: { message: text } }).sentence,
  "an answer in pieces of 4 characters": (text) => toPieces(text, 4),
  "an answer letter by letter": (text) => toPieces(text, 1),
};

function toPieces(text: string, length: number): string {
  const redactor = createRedactor();
  const pieces = text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
  return pieces.map(redactor.add).join("") + redactor.end();
}

const around = "Some words that stand before it and are long enough to be shown. ".repeat(8);

describe.each(Object.entries(forms))("%s", (_name, [written, secret]) => {
  it.each(Object.entries(places))("is taken out of %s", (_place, show) => {
    const shown = show(`the value ${written} stands here`);
    const leftOver = Array.from({ length: secret.length }, (_, at) => secret.slice(at, at + 8));
    expect(leftOver.filter((part) => part.length === 8 && shown.includes(part))).toEqual([]);
    expect(shown).toContain("the value");
    expect(shown).toContain("…");
  });

  it("is no fact to remember", () => {
    expect(findSecret(`the value ${written} stands here`)).not.toBeNull();
  });

  it("leaves the words around it in a long answer", () => {
    const shown = toPieces(`${around}the value ${written} , stands here. ${around}`, 4);
    expect(shown.startsWith(around)).toBe(true);
    expect(shown.endsWith(around)).toBe(true);
    expect(shown).not.toContain(secret.slice(0, 12));
  });
});

it.each([
  "Basic Principles of Mathematics, and the basic responsibilities of a bearer of bad news",
  "It has 12 tokens, maxTokens: 4096, and a set of key ideas: patience",
  "The port is http://127.0.0.1:8080/a@b, and the mail ada@example.org",
  "sk-learn is short for scikit-learn; hf_transfer and npm_config_registry are names",
  "eyewitness-reports.from-somewhere say so",
])("%j stays as it is", (text) => {
  expect([redactSecrets(text), toPieces(text, 4)]).toEqual([text, text]);
});
