import { priceParts, type SetPrice } from "@/lib/protocol/settings-fields";
import { isStandIn } from "@/lib/protocol/model-refs";
import { estimateTokenCount } from "tokenx";

/** Public list price in US dollars, for standard (not batch) calls of our size (below 200,000 tokens). */
export type Price = {
  inputPerMillion: number;
  /** Input read from the vendor's cache; the full input price where it is absent. */
  cachedInputPerMillion?: number;
  /** Input that the vendor writes into its cache, where that costs more. */
  cacheWritePerMillion?: number;
  outputPerMillion: number;
  /** One image, where tokens are not told. */
  perImage?: number;
  /** The day the price was read, as YYYY-MM-DD. */
  asOf: string;
  source: string;
};

/** `inputTokens` includes those read from a cache and written into one, `outputTokens` the reasoning. */
export type PricedUsage = {
  inputTokens?: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  outputTokens?: number;
  images?: number;
};

/** The price of `provider:model`, dated ones included; `null` when unknown. Offline and local are free. */
export function findPrice(ref: string): Price | null {
  if (isStandIn(ref) || ref.startsWith("local:")) return freePrice;
  return priceTable[ref] ?? priceTable[ref.replace(dateSuffix, "")] ?? null;
}

/** What an administrator has set; a day without any amount says nothing. */
export function findSetPrice(ref: string, prices: Readonly<Record<string, SetPrice>> = {}): Price | null {
  const set = prices[ref];
  if (set === undefined || priceParts.every((part) => set[part] === undefined)) return null;
  const { inputPerMillion = 0, outputPerMillion = 0, perImage, asOf } = set;
  const image = perImage === undefined ? {} : { perImage };
  return { inputPerMillion, outputPerMillion, ...image, asOf, source: "set by an administrator" };
}

/** What a call cost in whole millionths of a US dollar, rounded up. */
export function costMicroUsd(usage: PricedUsage, price: Price): number {
  const input = usage.inputTokens ?? 0;
  const output = usage.outputTokens ?? 0;
  const cached = Math.min(usage.cachedInputTokens ?? 0, input);
  const written = Math.min(usage.cacheWriteTokens ?? 0, input - cached);
  const images = input + output > 0 && price.outputPerMillion > 0 ? 0 : (usage.images ?? 0);
  const nanoUsd =
    (input - cached - written) * toNano(price.inputPerMillion) +
    written * toNano(price.cacheWritePerMillion ?? price.inputPerMillion) +
    cached * toNano(price.cachedInputPerMillion ?? price.inputPerMillion) +
    output * toNano(price.outputPerMillion) +
    images * toNano((price.perImage ?? 0) * 1_000_000);
  return Math.ceil(nanoUsd / 1000);
}

/** What counts against the money: the cost, or where the price is unknown a micro-dollar for each token. */
export function toCharge(usage: PricedUsage, price: Price | null): number {
  if (price !== null) return costMicroUsd(usage, price);
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) + (usage.images ?? 0) * unknownImageMicroUsd;
}

/** What a picture may come to. Where a vendor tells tokens they count in its place. */
export function toImageCharge(price: Price | null): number {
  return price?.perImage === undefined ? unknownImageMicroUsd : Math.ceil(price.perImage * 1_000_000);
}

/** A picture of unknown price counts as so many tokens. */
const unknownImageMicroUsd = 50_000;

/** A rough count without the vendor's tokenizer: about 4 characters a token, fewer for Chinese. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
}

/** Dollars a million tokens are nano-dollars times 1,000 a token; whole numbers keep the sum exact. */
function toNano(dollarsPerMillion: number): number {
  return Math.round(dollarsPerMillion * 1000);
}

const dateSuffix = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;
const google = { asOf: "2026-07-04", source: "https://ai.google.dev/gemini-api/docs/pricing" };
const openai = { asOf: "2026-06-22", source: "https://openai.com/api/pricing" };
const openaiEarlier = { asOf: "2026-04-13", source: "https://platform.openai.com/docs/pricing" };
const anthropic = { asOf: "2026-03-21", source: "https://docs.claude.com/en/docs/about-claude/pricing" };
const freePrice: Price = {
  inputPerMillion: 0,
  outputPerMillion: 0,
  perImage: 0,
  asOf: "2026-11-20",
  source: "runs on this machine",
};

type PriceRow = Pick<Price, "asOf" | "source">;
const toPrice = (
  row: PriceRow,
  inputPerMillion: number,
  cachedInputPerMillion: number,
  outputPerMillion: number,
): Price => ({ inputPerMillion, cachedInputPerMillion, outputPerMillion, ...row });

/** Written for five minutes, input costs a quarter more. */
const toAnthropicPrice = (
  inputPerMillion: number,
  cachedInputPerMillion: number,
  outputPerMillion: number,
): Price => ({
  ...toPrice(anthropic, inputPerMillion, cachedInputPerMillion, outputPerMillion),
  cacheWritePerMillion: inputPerMillion * 1.25,
});

/** Only models whose price is certain; for the others the caller keeps a token ceiling and says so. */
const priceTable: Record<string, Price> = {
  "google:gemini-3.5-flash": toPrice(google, 1.5, 0.15, 9),
  "google:gemini-3.1-pro-preview": toPrice(google, 2, 0.2, 12),
  "google:gemini-3.1-flash-lite-preview": toPrice(google, 0.25, 0.025, 1.5),
  "google:gemini-3-flash-preview": toPrice(google, 0.5, 0.05, 3),
  "google:gemini-2.5-pro": toPrice(google, 1.25, 0.125, 10),
  "google:gemini-2.5-flash": toPrice(google, 0.3, 0.03, 2.5),
  "google:gemini-2.5-flash-lite": toPrice(google, 0.1, 0.01, 0.4),
  "google:gemini-2.5-flash-image": { inputPerMillion: 0.3, outputPerMillion: 30, perImage: 0.039, ...google },
  "google:gemini-embedding-001": toPrice(google, 0.15, 0.15, 0),
  "openai:gpt-5.5": toPrice(openai, 5, 0.5, 30),
  "openai:gpt-5.4": toPrice(openai, 2.5, 0.25, 15),
  "openai:gpt-5.4-mini": toPrice(openai, 0.75, 0.075, 4.5),
  "openai:gpt-5.4-nano": toPrice(openai, 0.2, 0.02, 1.25),
  "openai:gpt-5.2": toPrice(openaiEarlier, 1.75, 0.175, 14),
  "openai:gpt-5.1": toPrice(openaiEarlier, 1.25, 0.125, 10),
  "openai:gpt-5": toPrice(openaiEarlier, 1.25, 0.125, 10),
  "openai:gpt-5-mini": toPrice(openaiEarlier, 0.25, 0.025, 2),
  "openai:gpt-5-nano": toPrice(openaiEarlier, 0.05, 0.005, 0.4),
  "openai:gpt-4.1": toPrice(openaiEarlier, 2, 0.5, 8),
  "openai:gpt-4.1-mini": toPrice(openaiEarlier, 0.4, 0.1, 1.6),
  "openai:gpt-4.1-nano": toPrice(openaiEarlier, 0.1, 0.025, 0.4),
  "openai:gpt-4o": toPrice(openaiEarlier, 2.5, 1.25, 10),
  "openai:gpt-4o-mini": toPrice(openaiEarlier, 0.15, 0.075, 0.6),
  // The largest of medium quality, which is asked for.
  "openai:gpt-image-1": {
    inputPerMillion: 5,
    cachedInputPerMillion: 1.25,
    outputPerMillion: 40,
    perImage: 0.063,
    ...openaiEarlier,
  },
  "openai:text-embedding-3-small": toPrice(openaiEarlier, 0.02, 0.02, 0),
  "openai:text-embedding-3-large": toPrice(openaiEarlier, 0.13, 0.13, 0),
  "anthropic:claude-opus-4-6": toAnthropicPrice(5, 0.5, 25),
  "anthropic:claude-sonnet-4-6": toAnthropicPrice(3, 0.3, 15),
  "anthropic:claude-opus-4-5": toAnthropicPrice(5, 0.5, 25),
  "anthropic:claude-sonnet-4-5": toAnthropicPrice(3, 0.3, 15),
  "anthropic:claude-haiku-4-5": toAnthropicPrice(1, 0.1, 5),
  "anthropic:claude-opus-4-1": toAnthropicPrice(15, 1.5, 75),
  "anthropic:claude-sonnet-4": toAnthropicPrice(3, 0.3, 15),
};
