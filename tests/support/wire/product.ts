import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { SettingsPatch } from "@/lib/protocol/settings";
import { readEvents } from "@/tests/support/read-events";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "./provider-server";
import { readModelRequest, type RequestView } from "./read-request";
import type { ProviderRequest, Script } from "./reply";
import type { Vendor } from "./vendors";

export type Product = {
  services: TestServices;
  provider: ProviderServer;
  change: (settings: SettingsPatch) => Promise<void>;
  /** Asks in the conversation `c1` and waits for the stored reply and the whole stream. */
  ask: (text: string, options?: AskOptions) => Promise<{ reply: ChatMessage; events: unknown[] }>;
  /** The calls of the answering model, in order; those for a title, which are not streamed, are left out. */
  calls: () => ProviderRequest[];
  views: () => RequestView[];
};

export type AskOptions = {
  message?: string;
  picture?: string;
  style?: "tool_first" | "balanced" | "direct";
  model?: string;
};

/** The product over one vendor's wire; `onEnd` takes what must be closed when the test is over. */
export async function openProduct(
  vendor: Vendor,
  script: Script,
  onEnd: (close: () => Promise<void>) => void,
  env: Record<string, string> = {},
): Promise<Product> {
  const provider = await startProviderServer(script);
  const services = await openTestServices({
    ...vendor.env(provider.url),
    MODEL_MAIN: vendor.ref,
    MODEL_LITE: "offline:guide",
    ...env,
  });
  onEnd(async () => {
    await services.dispose();
    await provider.close();
  });
  const calls = () => provider.requests.filter(({ kind, isStream }) => kind === "language" && isStream);
  return {
    services,
    provider,
    async change(settings) {
      const { version } = await services.settings.get();
      await services.settings.update(settings, version, "test");
    },
    async ask(text, { message = "m1", picture, ...options } = {}) {
      const question = toQuestion(text, { message });
      const files =
        picture === undefined
          ? []
          : [
              {
                type: "file" as const,
                mediaType: "image/png" as const,
                url: `data:image/png;base64,${picture}`,
              },
            ];
      const parts = [...question.message.parts, ...files];
      const started = await services.runs.start("owner", {
        ...question,
        message: { ...question.message, parts },
        options,
      });
      const [reply, events] = await Promise.all([started.reply, readEvents(started.stream())]);
      return { reply, events };
    },
    calls,
    views: () => calls().map(readModelRequest),
  };
}
