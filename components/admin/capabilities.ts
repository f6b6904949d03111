import type { ToolName } from "@/lib/protocol/tools";
import type { SwitchName } from "./fields";

/** Which switch takes which tools away; tools under `null` belong to none. */
export const capabilities: readonly { setting: SwitchName | null; tools: readonly ToolName[] }[] = [
  { setting: "webSearchEnabled", tools: ["web_search", "web_fetch"] },
  { setting: "memoryEnabled", tools: ["memory_retrieve", "memory_save"] },
  { setting: "imageGenerationEnabled", tools: ["image_generate"] },
  { setting: null, tools: ["calculate", "get_current_time", "recall_details"] },
];
