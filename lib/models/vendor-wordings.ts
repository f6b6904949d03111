import type { FailureDetail } from "@/lib/errors";

/** What a failure is, where the server says so: by its code or type, a field of its report, its words. */
export type Wording = {
  kind: "overflow" | "key" | "rejected" | Exclude<FailureDetail, "small_window">;
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
    ],
  },
  {
    kind: "moderated",
    codes: [
      ...["content_filter", "ResponsibleAIPolicyViolation"], // Azure, Moonshot
      ...["content_policy_violation", "moderation_blocked"], // OpenAI
      ...["data_inspection_failed", "DataInspectionFailed"], // DashScope
      "1301", // Zhipu
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
      ...["context_length_exceeded", "string_above_max_length"], // OpenAI, Azure, Cerebras
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
      /payload size exceeds|input token count.{0,40}exceeds/i, // Gemini
      /exceed(?:s|ed)? (?:the )?(?:max(?:imum)?|available|model).{0,30}(?:tokens?|context)/i, // Moonshot, Ark
      /maximum (?:prompt|model|input) length|prompt exceeds max length/i, // xAI, vLLM, TensorRT-LLM
      /range of input length/i, // DashScope
      /max_new_tokens. must be <=|must have less than \d+ tokens/i, // TGI, Together
      /prompt_tokens.{0,40}must be less than/i, // SiliconFlow
      /longer than max context/i, // SambaNova
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
    ],
    words: [
      /api[_ ]key[_ ](?:not valid|invalid|expired)|invalid[_ ]api[_ ]key|incorrect api key|invalid x-api-key/i,
      /authentication_error|permission_denied|api_key_invalid/i,
    ],
  },
];

/** Of servers whose words do not name the field of the request that they do not take. */
export const refusalWords = {
  tools: [
    /function calling/i, // Gemini API: “Function calling is not enabled for …”; DeepSeek
    /tool[- ](?:use|calling)/i, // OpenRouter, Groq, Bedrock, Perplexity
  ],
  system: [
    /developer instruction/i, // Gemini API: “Developer instruction is not enabled for …”
    /roles must alternate/i, // Chat templates of Mistral, Gemma and Llama 2
    /only user(?:,| and) assistant\b/i, // Chat template of Mistral 7B
  ],
  calls: [/single tool[- ]calls?/i], // Chat template of Llama 3: “… only supports single tool-calls at once!”
  content: [
    /none is not an allowed value|input should be a valid string/i, // Pydantic
    /content type: <nil>|expected 'content' to be a string/i, // Ollama, llama.cpp
  ],
} as const;

/** Of a server that answers with 503 until its model is there. */
export const loadingWords = /loading model|currently loading/i; // llama.cpp, Hugging Face

/** A request's fields that hold pictures, as servers name them when they take none. */
export const pictureWords = [
  /\b(?:image_url|input_image|inline_?data)\b/i, // The fields of Chat Completions, Responses and Gemini
  /\bimages?\b/i, // The field of Ollama and Anthropic
  /\bmultimodal\b|\bvision\b/i, // vLLM: “… is not a multimodal model”; Groq
];
