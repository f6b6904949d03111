import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";

type ProviderOptions = NonNullable<LanguageModelV4CallOptions["providerOptions"]>[string];

/** Adds options for one provider; what the call already says wins. */
export function withProviderOptions(
  params: LanguageModelV4CallOptions,
  key: string,
  options: ProviderOptions,
): LanguageModelV4CallOptions {
  return {
    ...params,
    providerOptions: { ...params.providerOptions, [key]: { ...options, ...params.providerOptions?.[key] } },
  };
}

/** Takes out the sampling settings that the model refuses, so that no call carries a warning. */
export function withoutSampling(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { temperature: _temperature, topP: _topP, topK: _topK, ...rest } = params;
  return rest;
}
