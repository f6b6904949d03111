import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { guideUnanswered, type ChatMessage } from "@/lib/protocol/chat-message";
import { openTestServices } from "@/tests/support/test-services";

export type GuideReply = { text: string; isUnanswered: boolean; tools: string[]; reply: ChatMessage };

/** The product without a model and without the web, with its handbook; `ask` says a turn of a conversation. */
export async function openGuide() {
  const services = await openTestServices({ MAX_RUNS_PER_PERSON: "1000" });
  await services.saveSettings({ messagesPerDay: null, toolLimits: {} }, 0, localOwner);
  await services.prepareHandbook();
  let count = 0;
  return {
    async ask(
      text: string,
      { conversation = `c${count}`, files = [] as string[] } = {},
    ): Promise<GuideReply> {
      count += 1;
      const attached = files.map((id) => ({
        ...{ type: "file" as const, mediaType: "text/csv", filename: "file.csv", url: `/api/files/${id}` },
      }));
      const message = {
        id: `m${count}`,
        role: "user" as const,
        parts: [{ type: "text" as const, text }, ...attached],
      };
      const asked = { id: conversation, trigger: "submit-message" as const, message, options: {} };
      const started = await services.runs.start(localOwner.id, asked);
      return toGuideReply(await started.reply);
    },
    async addFile(name: string, text: string, mediaType: string): Promise<string> {
      const file = { name, mediaType, bytes: new TextEncoder().encode(text), collectionId: null };
      const { document, reading } = await services.library.add(localOwner.id, file);
      await reading;
      return document.id;
    },
    close: () => services.dispose(),
  };
}

function toGuideReply(reply: ChatMessage): GuideReply {
  return {
    text: reply.parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    isUnanswered: reply.parts.some((part) => part.type === "custom" && part.kind === guideUnanswered),
    tools: reply.parts.flatMap(({ type }) => (type.startsWith("tool-") ? [type.slice("tool-".length)] : [])),
    reply,
  };
}
