import type { AgentSettings } from "@/lib/protocol/settings";

/** Human names of the capabilities that the settings take away, for the prompt. Memory is taken from a temporary conversation by itself. */
export function listSwitchedOff(settings: AgentSettings, isTemporary: boolean): string[] {
  const isOff = (isOn: boolean, ...tools: AgentSettings["enabledTools"]) =>
    !isOn || tools.every((tool) => !settings.enabledTools.includes(tool));
  return [
    ...(isOff(settings.webSearchEnabled, "web_search", "web_fetch") ? ["web search and page reading"] : []),
    ...(!isTemporary && isOff(settings.memoryEnabled, "memory_retrieve", "memory_save") ? ["memory"] : []),
    ...(isOff(settings.imageGenerationEnabled, "image_generate") ? ["making images"] : []),
  ];
}
