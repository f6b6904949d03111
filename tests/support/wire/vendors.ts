/** A vendor whose wire the product speaks, as somebody would set it up. */
export type Vendor = {
  /** As a test's title names it. */
  name: string;
  ref: string;
  lite: string;
  /** A model of the vendor that takes a temperature; those that think do not. */
  sampling: string;
  /** The variable that a refused key must be said to be set in. */
  keyVariable: string;
  hasPrice: boolean;
  env: (url: string) => Record<string, string>;
};

export const gemini: Vendor = {
  name: "Gemini",
  ref: "google:gemini-3.5-flash",
  lite: "google:gemini-2.5-flash-lite",
  sampling: "google:gemini-3.5-flash",
  keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
  hasPrice: true,
  env: (url) => ({ GOOGLE_GENERATIVE_AI_API_KEY: "key-g", GOOGLE_BASE_URL: `${url}/v1beta` }),
};

export const openai: Vendor = {
  name: "OpenAI Responses",
  ref: "openai:gpt-5.4-mini",
  lite: "openai:gpt-5.4-nano",
  sampling: "openai:gpt-4.1",
  keyVariable: "OPENAI_API_KEY",
  hasPrice: true,
  env: (url) => ({ OPENAI_API_KEY: "key-o", OPENAI_BASE_URL: `${url}/v1` }),
};

export const anthropic: Vendor = {
  name: "Anthropic",
  ref: "anthropic:claude-sonnet-4-6",
  lite: "anthropic:claude-haiku-4-5",
  sampling: "anthropic:claude-sonnet-4-5",
  keyVariable: "ANTHROPIC_API_KEY",
  hasPrice: true,
  env: (url) => ({ ANTHROPIC_API_KEY: "key-a", ANTHROPIC_BASE_URL: `${url}/v1` }),
};

export const compatible: Vendor = {
  name: "an OpenAI-compatible server",
  ref: "acme:qwen3-vl-32b",
  lite: "acme:qwen3-8b",
  sampling: "acme:qwen3-vl-32b",
  keyVariable: "ACME_API_KEY",
  hasPrice: false,
  env: (url) => ({ COMPATIBLE_PROVIDERS: `acme=${url}/v1`, ACME_API_KEY: "key-c" }),
};

export const vendors: Vendor[] = [gemini, openai, anthropic, compatible];
