import { expect } from "vitest";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { Plan } from "@/lib/features/plans/shape";
import { toScript, toSmallScript, type PlannedScript } from "@/tests/support/planned-script";
import { toEvents } from "@/tests/support/read-events";
import { closeAfter, read } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply } from "@/tests/support/wire/reply";
import { readTold } from "@/tests/unit/engine/instances";

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

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** A call that has a picture made. */
export const draw = {
  parts: [
    {
      type: "tool" as const,
      name: "image_generate",
      input: { description: "A ferry", style: "flat", aspectRatio: "1:1" },
    },
  ],
  usage: { input: 20, output: 5 },
};
/** What the model of pictures gives. */
export const picture: Reply = {
  parts: [{ type: "image", base64: png, mediaType: "image/png" }],
  usage: { input: 20, output: 1290 },
};

/** Allows the picture as soon as its step asks, until the reply is over. */
export async function allow(services: TestServices): Promise<void> {
  const find = async () => {
    const { activeRunId } = await read(services);
    if (activeRunId === null) return "over";
    const plan = await services.runs.getPlan("owner", activeRunId).catch(() => null);
    return plan?.steps.find(({ isAsking }) => isAsking)?.conversationId ?? "";
  };
  await expect.poll(find, { timeout: 20_000 }).not.toBe("");
  const conversationId = await find();
  if (conversationId === "over") return;
  const stream = await services.runs.follow("owner", conversationId);
  const told = await readTold(stream, ({ text }) => text.includes("tool-approval-request"));
  const asked = toEvents(told.text).find((event) => event.type === "tool-approval-request");
  const approvalId = asked?.type === "tool-approval-request" ? asked.approvalId : "";
  const place = { userId: "owner", conversationId, approvalId };
  await services.runs.answerApproval(place, { decision: "approve" }).catch((error: unknown) => {
    // A process that was killed may have had the answer, and whoever goes on with the step be done with it.
    expect(isAppError(error) ? error.code : error).toMatch(/^(?:already_decided|not_found)$/);
  });
}
