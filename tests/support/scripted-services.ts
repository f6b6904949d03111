import { onTestFinished } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openTestServices, toQuestion, type TestServices } from "./test-services";
import { startProviderServer, type ProviderServer } from "./wire/provider-server";
import type { ProviderRequest, Reply } from "./wire/reply";

/** Closes it when the test is over, the newest first. */
export function closeAfter(item: { close(): Promise<unknown> }): void {
  onTestFinished(async () => void (await item.close()));
}

/** The product with a scripted model that speaks the chat completions wire. */
export async function openWith(
  script: (request: ProviderRequest) => Reply | Promise<Reply>,
  env: Record<string, string> = {},
  outside: Parameters<typeof openTestServices>[2] = {},
): Promise<{ services: TestServices; provider: ProviderServer }> {
  const provider = await startProviderServer(script);
  closeAfter(provider);
  const all = {
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
    ...env,
  };
  const services = await openTestServices(all, undefined, outside);
  closeAfter({ close: () => services.dispose() });
  return { services, provider };
}

export const text = (...chunks: string[]): Reply => ({
  parts: [{ type: "text", chunks }],
  usage: { input: 20, output: 5 },
});
export const call = (name: string, input: unknown): Reply => ({
  parts: [{ type: "tool", name, input }],
  usage: { input: 20, output: 5 },
});
export const textOf = (message: ChatMessage) =>
  message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
export const toolParts = (message: ChatMessage) =>
  message.parts.filter((part) => part.type.startsWith("tool-") || part.type === "dynamic-tool");

export async function ask(services: TestServices, words = "What is it?", ids = {}): Promise<ChatMessage> {
  const started = await services.runs.start("owner", toQuestion(words, ids));
  return started.reply;
}
export const read = (services: TestServices, id = "c1") =>
  services.runs.readConversation("owner", id, { limit: 40 });
