import { z } from "zod";
import { AppError } from "@/lib/errors";

const text = z.string();
const address = z.url({ protocol: /^https?$/, error: "should be an http(s) address" });
const chain = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*:[^\s,]+(,\s*[a-z][a-z0-9_-]*:[^\s,]+)*$/, "should be provider:model[,provider:model…]")
  .transform((value) => value.split(",").map((ref) => ref.trim()));
const builtIn = ["google", "openai", "anthropic", "local", "offline"];
const hostList = z.string().transform((value) => value.split(",").map((host) => host.trim().toLowerCase()).filter(Boolean));
const compatibleList = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*=https?:\/\/[^\s,]+(,\s*[a-z][a-z0-9_-]*=https?:\/\/[^\s,]+)*$/, "should be name=baseURL[,name=baseURL…]")
  .transform((value) =>
    value.split(",").map((entry) => {
      const [name = "", ...rest] = entry.trim().split("=");
      return { name, baseURL: rest.join("=") };
    }),
  )
  .refine((entries) => new Set([...builtIn, ...entries.map(({ name }) => name)]).size === builtIn.length + entries.length, {
    error: `should give each provider a name of its own, none of ${builtIn.join(", ")}`,
  });

/** Every environment variable that the product reads, with what it should be. */
export const envSchema = z.object({
  PORT: z.coerce.number({ error: "should be a port number" }).int().min(0).max(65535).default(3000),
  HOST: text.default("127.0.0.1"),
  DATA_DIR: text.default("./data"),
  STORE: z.enum(["embedded"], { error: "should be embedded" }).default("embedded"),
  AUTH_SECRET: text.min(32, "should have at least 32 characters").optional(),
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
  MODEL_MAIN: chain.optional(),
  MODEL_LITE: chain.optional(),
  MODEL_PRO: chain.optional(),
  MODEL_IMAGE: chain.optional(),
  MODEL_EMBEDDING: chain.optional(),
  MEDIAWIKI_URL: address.default("https://en.wikipedia.org"),
  WEB_FETCH_ALLOWED_HOSTS: hostList.optional(),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"], { error: "should be debug, info, warn, error or silent" }).default("info"),
});

export type Env = z.output<typeof envSchema> & { namedKeys: Record<string, string>; isHosted: boolean };

/**
 * Parses the environment once. An empty value means unset.
 * Throws `configuration` that names each wrong variable and what it should be; values are never repeated.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""));
  const result = envSchema.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new AppError("configuration", `The environment is not usable: ${problems.join("; ")}.`);
  }
  const named = (result.data.COMPATIBLE_PROVIDERS ?? []).map(({ name }) => [name, given[toKeyVariable(name)] ?? ""]);
  return { ...result.data, namedKeys: Object.fromEntries(named), isHosted: hostingMarks.some((name) => given[name] !== undefined) };
}

/** What hosting platforms set: there the server is reached from outside, whatever address it listens on. */
const hostingMarks = ["VERCEL", "NETLIFY", "K_SERVICE", "FLY_APP_NAME", "RENDER", "RAILWAY_ENVIRONMENT", "DYNO", "AWS_LAMBDA_FUNCTION_NAME", "WEBSITE_INSTANCE_ID"];

/** The variable that holds the key of a named OpenAI-compatible provider: `groq` → `GROQ_API_KEY`. */
export function toKeyVariable(provider: string): string {
  return `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}

export function readEnv(): Env {
  return parseEnv(process.env);
}
