import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { parseEnv } from "@/lib/env";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { AgentStyle } from "@/lib/protocol/settings";
import { createServices } from "@/lib/server/create-services";
import type { Article } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";
import { readArticles } from "./articles";

export type WikiServices = {
  /** Says the turns one after the other in a new conversation and gives the last reply. */
  ask: (turns: string[], style?: AgentStyle) => Promise<ChatMessage>;
  close: () => Promise<void>;
};

/**
 * The product's own services over a wiki on a local port, the seeded one when no other is given; with `isDown`
 * nothing listens there. `model` is reached by the keys of the environment; without one the guide answers.
 */
export async function openWikiServices({
  articles = readArticles(),
  isDown = false,
  model,
}: {
  articles?: readonly Article[];
  isDown?: boolean;
  model?: string | undefined;
} = {}): Promise<WikiServices> {
  const wiki = await startWikiServer({ articles });
  if (isDown) await wiki.close();
  const folder = await mkdtemp(join(tmpdir(), "sextant-evaluation-"));
  const env = parseEnv({
    ...(model !== undefined && { ...process.env, STORE: "embedded", MODEL_LITE: model }),
    DATA_DIR: folder,
    MEDIAWIKI_URL: wiki.url,
    WEB_FETCH_ALLOWED_HOSTS: new URL(wiki.url).host,
    MODEL_MAIN: model ?? "offline:guide",
    // One person asks more here at once, and in a day, than anybody does.
    MAX_RUNS_PER_PERSON: "1000",
    LOG_LEVEL: "silent",
  });
  const services = await createServices(env);
  await services.saveSettings({ messagesPerDay: null, toolLimits: {} }, 0, localOwner);
  return {
    async ask(turns, style) {
      const conversationId = randomUUID();
      let reply: ChatMessage | null = null;
      for (const text of turns) {
        const started = await services.runs.start(localOwner.id, {
          id: conversationId,
          trigger: "submit-message",
          message: { id: randomUUID(), role: "user", parts: [{ type: "text", text }] },
          options: { timezone: "Europe/Berlin", ...(style === undefined ? {} : { style }) },
        });
        reply = await started.reply;
      }
      if (reply === null) throw new Error("A question needs at least one turn.");
      return reply;
    },
    async close() {
      await services.close();
      if (!isDown) await wiki.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function toText(reply: ChatMessage): string {
  return reply.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The names of the tools that a reply called, in order. */
export function listTools(reply: ChatMessage): string[] {
  return reply.parts.flatMap((part) =>
    part.type.startsWith("tool-") ? [part.type.slice("tool-".length)] : [],
  );
}
