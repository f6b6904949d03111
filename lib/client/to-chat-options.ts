import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { Choices } from "./choices";

/** What goes with a question: the person's choices as far as the settings allow them, and where and how the person reads. */
export function toChatOptions(
  choices: Choices,
  settings: ClientSettings,
  place: { language: string; timezone: string },
): ChatOptions {
  const isOffered = settings.models.some(({ ref }) => ref === choices.model);
  return {
    mode: choices.mode,
    ...place,
    ...(settings.allowStyleOverride && choices.style !== null && { style: choices.style }),
    ...(settings.allowModelChoice && choices.model !== null && isOffered && { model: choices.model }),
  };
}
