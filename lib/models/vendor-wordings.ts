import type { FailureDetail } from "@/lib/errors";

/** What a failure is, where the server says so: by its code or type, a field of its report, its words. */
export type Wording = {
  kind:
    "overflow" | "key" | "rejected" | Exclude<FailureDetail, "small_window" | "model_gone" | "busy" | "cut">;
  codes?: readonly string[];
  fields?: readonly string[];
  words?: readonly RegExp[];
};

/** From vendors' error references and servers' sources, read in November 2026; the first that fits counts. */
export const wordings: readonly Wording[] = [
  {
    kind: "no_money",
    codes: [
      ...["insufficient_quota", "billing_not_active", "billing_hard_limit_reached"], // OpenAI, Perplexity
      "billing_error", // Anthropic
      "BILLING_DISABLED", // Google: google.rpc.ErrorInfo
      "exceeded_current_quota_error", // Moonshot
      "1113", // Zhipu
      "Arrearage", // DashScope
      ...["AccountOverdueError", "AccountOverdue"], // Volcengine Ark
      "insufficient_user_quota", // one-api
      ...["insufficient_balance", "insufficient_credits", "payment_required"], // DeepSeek and gateways
      "budget_exceeded", // LiteLLM
      "1008", // MiniMax
    ],
    words: [
      /credit balance is too low/i, // Anthropic
      /exceeded your current quota/i, // OpenAI
      /insufficient (?:account )?(?:balance|credits?|quota|funds)/i, // DeepSeek, OpenRouter
      /account balance is insufficient/i, // SiliconFlow
      /does(?:n't| not) have any credits|used all available credits/i, // xAI
      /monthly (?:spending limit|included credits)/i, // Fireworks, Hugging Face
      /check your plan and billing/i, // Moonshot
      /billing (?:account|details|to be enabled)/i, // Google
      /reached your specified API usage limits/i, // Anthropic
    ],
  },
  {
    kind: "moderated",
    codes: [
      ...["content_filter", "ResponsibleAIPolicyViolation"], // Azure, Moonshot
      ...["content_policy_violation", "moderation_blocked"], // OpenAI
      ...["data_inspection_failed", "DataInspectionFailed"], // DashScope
      "1301", // Zhipu
      ...["1026", "1027"], // MiniMax
      ...["SensitiveContentDetected", "InputTextSensitiveContentDetected"], // Volcengine Ark
      ...["OutputTextSensitiveContentDetected", "InputImageSensitiveContentDetected"],
      "censorship_blocked", // StepFun
    ],
    fields: ["flagged_input", "content_filter_result", "content_filter_results"], // OpenRouter, Azure
    words: [
      /prompt was flagged/i, // OpenAI: invalid_prompt
      /blocked by content filter/i, // Anthropic
      /content exists risk/i, // DeepSeek
      /content management policy/i, // Azure
      /content violates usage guidelines/i, // xAI
      /input was flagged|requires moderation/i, // OpenRouter
      /(?:input|output) (?:data may contain inappropriate|new_sensitive)/i, // DashScope, MiniMax
    ],
  },
  {
    kind: "overflow",
    codes: [
      "context_length_exceeded", // OpenAI, Azure, Cerebras
      "model_max_prompt_tokens_exceeded", // GitHub Copilot
      "request_too_large", // Anthropic
      "exceed_context_size_error", // llama.cpp
      "tokens_limit_reached", // GitHub Models
      "ContextWindowExceededError", // LiteLLM
      "1261", // Zhipu
      "20015", // SiliconFlow
      "336007", // Baidu Qianfan
    ],
    words: [
      /context[_ ]length|context window|exceeds? context limit/i, // OpenAI, vLLM, SGLang, LM Studio, MiniMax
      /maximum context|available context size/i, // Mistral, llama.cpp
      /(?:prompt|input) (?:is )?too long|prompt 超长/i, // Anthropic, Bedrock, Fireworks, Zhipu
      /too many (?:input )?tokens/i, // Cohere
      /reduce the length of the (?:messages|prompt|input)/i, // OpenAI, Groq, Cerebras
      /payload size exceeds|(?:input|prompt) token count.{0,40}exceeds/i, // Gemini, GitHub Copilot
      /'(?:input|instructions|[^']*\.(?:content|text|output))': string too long/i, // OpenAI, also of other fields
      /exceed(?:s|ed)? (?:the )?(?:max(?:imum)?|available|model).{0,30}(?:tokens?|context)/i, // Moonshot, Ark
      /maximum (?:prompt|model|input) length|prompt exceeds max length/i, // xAI, vLLM, TensorRT-LLM
      /range of input length/i, // DashScope
      /max_new_tokens. must be <=|must have less than \d+ tokens/i, // TGI, Together
      /prompt_tokens.{0,40}must be less than/i, // SiliconFlow
      /longer than max context|maximum supported sequence length/i, // SambaNova
      /(?:prompt|input|sequence) length (?:\d+ )?(?:is greater than|exceeds)/i, // mistral.rs, TabbyAPI, Ark
      /number of input tokens.{0,40}exceed/i, // watsonx
      /输入.{0,10}(?:超过|超出).{0,10}长度/, // Hunyuan
    ],
  },
  {
    kind: "rejected",
    codes: [
      "unsupported_country_region_territory", // OpenAI
      ...["model_not_found", "model_not_supported"], // OpenAI, GitHub Models: of another plan
      ...["AccessDenied.Unpurchased", "Model.AccessDenied"], // DashScope
    ],
  },
  {
    kind: "key",
    codes: [
      ...["invalid_api_key", "authentication_error", "permission_denied", "API_KEY_INVALID"],
      ...["api_key_invalid", "API_KEY_EXPIRED", "PERMISSION_DENIED", "invalid_authentication_error"],
      "1004", // MiniMax
    ],
    words: [
      /api[_ ]key[_ ](?:not valid|invalid|expired)|invalid[_ ]api[_ ]key|incorrect api key|invalid x-api-key/i,
      /authentication_error|permission_denied|api_key_invalid/i,
    ],
  },
];

/** Of a call that the model wrote wrong and its server did not pass on: the next try may be right. */
export const slipCodes = ["tool_use_failed"]; // Groq

/** Of servers whose words do not name the field of the request that they do not take. */
export const refusalWords = {
  tools: [
    /function calling|function calls? (?:is|are) not supported/i, // Gemini, DeepSeek, SiliconFlow
    /tool error: grammar/i, // TGI
    /tool[- ](?:use|calling|call-parser)/i, // OpenRouter, Groq, Bedrock, Perplexity, LMDeploy
  ],
  system: [
    /developer instruction/i, // Gemini API: “Developer instruction is not enabled for …”
    /support system (?:messages?|prompts?)/i, // Bedrock: “This model doesn't support system messages.”
    /system (?:messages?|prompts?|instructions?) (?:is|are) not (?:supported|allowed|enabled)/i, // Bedrock
    /roles must alternate/i, // Chat templates of Mistral, Gemma and Llama 2
    /only user(?:,| and) assistant\b/i, // Chat template of Mistral 7B
  ],
  calls: [/single tool[- ]calls?/i], // Chat template of Llama 3: “… only supports single tool-calls at once!”
  content: [
    /none is not an allowed value|input should be a valid string/i, // Pydantic
    /content type: <nil>|expected 'content' to be a string/i, // Ollama, llama.cpp
  ],
} as const;

/** Of a provider that has too much to do. */
export const busyCodes = ["overloaded_error", "UNAVAILABLE"]; // Anthropic, Gemini

/** Of a server that answers with 503 until its model is there. */
export const loadingWords = /loading model|currently loading/i; // llama.cpp, Hugging Face

/** A request's fields that hold pictures, as servers name them when they take none. */
export const pictureWords = [
  /\b(?:image_url|input_image|inline_?data)\b/i, // The fields of Chat Completions, Responses and Gemini
  /\bimages?\b/i, // The field of Ollama and Anthropic
  /\bmultimodal\b|\bvision\b/i, // vLLM: “… is not a multimodal model”; Groq
];

/** How answers end, by the words in the names of vendors' finish reasons; the first that fits counts. */
export const finishWords: readonly { unified: "length" | "content-filter" | "error"; words: RegExp }[] = [
  {
    unified: "content-filter",
    // OpenAI `content_filter`; Anthropic `refusal`; Gemini `SAFETY`, `RECITATION`, `BLOCKLIST`, `SPII`,
    // `PROHIBITED_CONTENT`, `LANGUAGE`; Zhipu `sensitive`; Bedrock `guardrail_intervened`; Cohere
    // `ERROR_TOXIC`
    words:
      /filter|safety|sensitive|refus|recitation|block|prohibit|spii|guardrail|toxic|moderat|violat|language/i,
  },
  {
    unified: "length",
    // OpenAI `length`; Anthropic `max_tokens`, `model_context_window_exceeded`; Gemini `MAX_TOKENS`; Mistral
    // `model_length`; Cohere `ERROR_LIMIT`; watsonx `token_limit`; xAI `REASON_MAX_LEN`, `REASON_MAX_CONTEXT`
    words: /length|max|limit|context|truncat|exceed/i,
  },
  {
    unified: "error",
    // Zhipu `network_error`; DeepSeek `insufficient_system_resource`; vLLM and SGLang `abort`; watsonx
    // `cancelled`; Cohere `USER_CANCEL`, `TIMEOUT`; Gemini `MALFORMED_FUNCTION_CALL`
    words: /error|fail|abort|cancel|time_?out|insufficient|interrupt|malformed|overload|unavailable/i,
  },
];
