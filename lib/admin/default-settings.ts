import type { Env } from "@/lib/env";
import { defaultSettings, type AgentSettings } from "@/lib/protocol/settings";

/** What is in force until an admin changes it. Reasoning is shown to the owner of a server, and to people with accounts only when an admin says so. */
export function toDefaultSettings({ AUTH_URL }: Pick<Env, "AUTH_URL">): AgentSettings {
  return { ...defaultSettings, reasoningVisible: AUTH_URL === undefined };
}
