import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { Plan } from "@/lib/protocol/plans";
import { toScript, toSmallScript, type PlannedScript } from "@/tests/support/planned-script";
import { closeAfter } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";

export type Planned = { services: TestServices; provider: ProviderServer; small: ProviderServer };

/** The product with a model that plans, does the steps and answers as the script says. */
export async function openPlanned(
  script: PlannedScript,
  env: Record<string, string> = {},
  { folder, ...outside }: { folder?: string } & Parameters<typeof openTestServices>[2] = {},
): Promise<Planned> {
  const provider = await startProviderServer(toScript(script));
  closeAfter(provider);
  const small = await startProviderServer(toSmallScript(script));
  closeAfter(small);
  const services = await openTestServices(
    {
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      COMPATIBLE_PROVIDERS: `small=${small.url}/v1`,
      MODEL_LITE: "small:judge",
      ...env,
    },
    folder,
    outside,
  );
  closeAfter({ close: () => services.dispose() });
  return { services, provider, small };
}

export async function askPlanned(
  services: TestServices,
  options: ChatOptions = { mode: "thinking" },
  words = "Tell me all of it.",
): Promise<ChatMessage> {
  const started = await services.runs.start("owner", { ...toQuestion(words), options });
  return started.reply;
}

export function planOf({ parts }: ChatMessage): Plan | null {
  return parts.findLast((part) => part.type === "data-plan")?.data ?? null;
}

export const statuses = (reply: ChatMessage) =>
  Object.fromEntries((planOf(reply)?.steps ?? []).map(({ title, status }) => [title, status]));
