import { z } from "zod";
import {
  address,
  chain,
  compatibleList,
  count,
  emailList,
  hostAndPort,
  hostList,
  issuer,
  languageList,
  origin,
  privateKey,
  text,
  windowList,
} from "@/lib/env-values";
import { AppError } from "@/lib/errors";

/** Every environment variable that the product reads, with what it should be. */
export const envSchema = z.object({
  PORT: count("a port number", 0, 65_535).default(3000),
  HOST: text.default("127.0.0.1"),
  DATA_DIR: text.default("./data"),
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP: count("a number", 1, 1_000).default(7),
  STORE: z.enum(["embedded", "firestore"], { error: "should be embedded or firestore" }).optional(),
  FIREBASE_PROJECT_ID: text
    .regex(/^[a-z][a-z0-9-]{4,29}$/, "should be the ID of a Firebase project")
    .optional(),
  FIREBASE_CLIENT_EMAIL: z.email("should be the email address of a service account").optional(),
  FIREBASE_PRIVATE_KEY: privateKey.optional(),
  FIREBASE_STORAGE_BUCKET: text
    .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, "should be the name of a storage bucket")
    .optional(),
  FIRESTORE_EMULATOR_HOST: hostAndPort.optional(),
  STORAGE_EMULATOR_HOST: address.optional(),
  AUTH_SECRET: text.min(32, "should have at least 32 characters").optional(),
  AUTH_URL: origin.optional(),
  ADMIN_EMAILS: emailList(z.email()).optional(),
  ALLOWED_EMAILS: emailList(z.union([z.email(), text.regex(/^@[^\s@]+\.[^\s@.]+$/)])).optional(),
  AUTH_GOOGLE_ID: text.optional(),
  AUTH_GOOGLE_SECRET: text.optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(40, "should have at most 40 characters").optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "should be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: text.optional(),
  CLIENT_ADDRESS_HEADER: text
    .regex(/^[A-Za-z0-9-]{1,64}$/, "should be the name of an HTTP header")
    .transform((name) => name.toLowerCase())
    .optional(),
  SESSION_DAYS: count("a number of days", 1, 365).default(90),
  GOOGLE_GENERATIVE_AI_API_KEY: text.optional(),
  GOOGLE_BASE_URL: address.optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: address.optional(),
  ANTHROPIC_API_KEY: text.optional(),
  ANTHROPIC_BASE_URL: address.optional(),
  LOCAL_BASE_URL: address.optional(),
  LOCAL_MODEL: text.optional(),
  LOCAL_API_KEY: text.optional(),
  COMPATIBLE_PROVIDERS: compatibleList.optional(),
  TEXT_TOOL_MODELS: chain.optional(),
  MODEL_WINDOWS: windowList.optional(),
  MODEL_MAIN: chain.optional(),
  MODEL_LITE: chain.optional(),
  MODEL_PRO: chain.optional(),
  MODEL_IMAGE: chain.optional(),
  MODEL_EMBEDDING: chain.optional(),
  FUNCTION_SECONDS: count("a number of seconds", 10, 3600).optional(),
  CRON_SECRET: text.min(16, "should have at least 16 characters").optional(),
  METRICS_TOKEN: text.min(16, "should have at least 16 characters").optional(),
  OTEL_SDK_DISABLED: z.enum(["true", "false"], { error: "should be true or false" }).default("false"),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address.optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], { error: "should be otlp or none" }).default("otlp"),
  OTEL_METRICS_EXPORTER: z.enum(["otlp", "none"], { error: "should be otlp or none" }).default("otlp"),
  ALERT_WEBHOOK_URL: address.optional(),
  ALERT_WEBHOOK_SECRET: text.min(16, "should have at least 16 characters").optional(),
  MAX_RUNS: count("a number", 1, 100_000).default(1_000),
  MAX_RUNS_PER_PERSON: count("a number", 1, 100_000).default(20),
  MAX_MEMORY_MB: count("a number of megabytes", 256, 1_000_000).optional(),
  REQUESTS_PER_MINUTE: count("a number", 10, 1_000_000).optional(),
  MEDIAWIKI_URL: address.default("https://en.wikipedia.org"),
  SEARXNG_URL: address.optional(),
  BRAVE_API_KEY: text.optional(),
  BRAVE_BASE_URL: address.optional(),
  TAVILY_API_KEY: text.optional(),
  TAVILY_BASE_URL: address.optional(),
  GOOGLE_SEARCH_API_KEY: text.optional(),
  GOOGLE_SEARCH_ENGINE_ID: text.optional(),
  GOOGLE_SEARCH_BASE_URL: address.optional(),
  WEB_FETCH_ALLOWED_HOSTS: hostList.optional(),
  WEB_CONTACT: text
    .regex(/^[\x21-\x7e]{1,200}$/, "should be a URL or email address without spaces")
    .optional(),
  READER_BASE_URL: address.optional(),
  ARCHIVE_BASE_URL: address.optional(),
  BROWSER_PATH: text.optional(),
  MCP_COMMANDS: z.enum(["on", "off"], { error: "should be on or off" }).default("off"),
  OCR_LANGUAGES: languageList.default(["eng", "chi_sim"]),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], {
      error: "should be debug, info, warn, error or silent",
    })
    .default("info"),
});

export type Env = Omit<z.output<typeof envSchema>, "STORE"> & {
  STORE: "embedded" | "firestore";
  namedKeys: Record<string, string>;
  /** Set by a hosting platform: the server is reached from outside, whatever address it listens on. */
  isHosted: boolean;
  isVercel: boolean;
};

type EnvSource = Record<string, string | undefined>;

/**
 * Parses the environment once. An empty value means unset.
 * Throws `configuration` that names each wrong variable and what it should be; values are never repeated.
 */
export function parseEnv(source: EnvSource): Env {
  const { env, problems } = judgeEnv(source);
  if (problems.length > 0)
    throw new AppError("configuration", `Fix the environment: ${problems.join("; ")}.`);
  return env;
}

/** All that is wrong, and the environment without the variables that cannot be read. */
export function judgeEnv(source: EnvSource): { env: Env; problems: string[]; unreadable: string[] } {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const { issues } = envSchema.safeParse(given).error ?? { issues: [] };
  const unreadable = issues.map(({ path }) => path.join("."));
  const isReadable = ([name]: [string, unknown]) => !unreadable.includes(name);
  const read = envSchema.parse(Object.fromEntries(Object.entries(given).filter(isReadable)));
  const isHosted = hostingMarks.some((name) => given[name] !== undefined);
  const STORE = read.STORE ?? (given["FIREBASE_PROJECT_ID"] === undefined ? "embedded" : "firestore");
  const forgetsDisk = diskless.some((name) => given[name] !== undefined);
  const named = (read.COMPATIBLE_PROVIDERS ?? []).map(({ name }) => [name, given[toKeyVariable(name)] ?? ""]);
  return {
    env: {
      ...read,
      STORE,
      namedKeys: Object.fromEntries(named),
      isHosted,
      isVercel: given["VERCEL"] !== undefined,
    },
    problems: [
      ...issues.map(({ message }, index) => `${unreadable[index]} ${message}`),
      ...listContradictions({ ...given, STORE, forgetsDisk }),
    ],
    unreadable,
  };
}

type Input = Partial<Record<keyof typeof envSchema.shape, string>> & { STORE: string; forgetsDisk: boolean };

/** What each variable alone cannot show. */
function listContradictions(env: Input): string[] {
  const pairs = [
    ["FIREBASE_CLIENT_EMAIL", "FIREBASE_PRIVATE_KEY"],
    ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
    ["OIDC_ISSUER", "OIDC_CLIENT_ID"],
    ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
    ["SMTP_URL", "MAIL_FROM"],
    ["ALERT_WEBHOOK_URL", "ALERT_WEBHOOK_SECRET"],
  ] as const;
  const halves = pairs
    .filter(([one, other]) => (env[one] === undefined) !== (env[other] === undefined))
    .map(([one, other]) => `set both ${one} and ${other}, or neither`);
  const forAccounts = [
    "ADMIN_EMAILS",
    "ALLOWED_EMAILS",
    "AUTH_GOOGLE_ID",
    "OIDC_ISSUER",
    "SMTP_URL",
  ] as const;
  const lonely = env.AUTH_URL === undefined ? forAccounts.filter((name) => env[name] !== undefined) : [];
  const { forgetsDisk: isDiskless, FIREBASE_PROJECT_ID: project, FIREBASE_STORAGE_BUCKET: bucket } = env;
  const isFirestore = env.STORE === "firestore";
  const rule = (isBroken: boolean, text: string) => (isBroken ? [text] : []);
  const noDisk = "this platform does not keep its disk";
  return [
    ...halves,
    ...lonely.map((name) => `${name} needs accounts: set AUTH_URL as well`),
    ...rule(isFirestore && project === undefined, "STORE=firestore needs FIREBASE_PROJECT_ID"),
    ...rule(isFirestore && !env.AUTH_SECRET, "STORE=firestore needs AUTH_SECRET, the same on every instance"),
    ...rule(isDiskless && env.MCP_COMMANDS === "on", "remove MCP_COMMANDS: this platform ends programs"),
    ...rule(isDiskless && !isFirestore, `set FIREBASE_PROJECT_ID to store data: ${noDisk}`),
    ...rule(isDiskless && bucket === undefined, `set FIREBASE_STORAGE_BUCKET to store files: ${noDisk}`),
  ];
}

/** What hosting platforms set: there the server is reached from outside, whatever address it listens on. */
const hostingMarks = (
  "VERCEL NETLIFY K_SERVICE FLY_APP_NAME RENDER RAILWAY_ENVIRONMENT DYNO AWS_LAMBDA_FUNCTION_NAME " +
  "WEBSITE_INSTANCE_ID"
).split(" ");

const diskless: readonly string[] = ["VERCEL", "NETLIFY", "K_SERVICE", "DYNO", "AWS_LAMBDA_FUNCTION_NAME"];

/** The variable that holds the key of a named OpenAI-compatible provider: `groq` → `GROQ_API_KEY`. */
export function toKeyVariable(provider: string): string {
  return `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}

export function readEnv(): Env {
  return parseEnv(process.env);
}

/** What a program needs to run at all; nothing else of our environment, which holds keys, reaches it. */
const programVariables =
  "PATH HOME USER LOGNAME SHELL LANG TERM TMPDIR SYSTEMROOT SYSTEMDRIVE TEMP USERPROFILE APPDATA PATHEXT";

/** The environment of a program that the product starts. */
export function readProgramEnvironment(): Record<string, string> {
  return Object.fromEntries(
    programVariables.split(" ").flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
