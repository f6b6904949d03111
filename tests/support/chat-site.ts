import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type ChatInit, type UIMessage } from "ai";
import * as chat from "@/app/api/chat/route";
import * as stop from "@/app/api/chat/[id]/stop/route";
import * as stream from "@/app/api/chat/[id]/stream/route";
import { startRouteServer, type Route } from "./route-server";
import { closeAfter, openWith } from "./scripted-services";
import type { ProviderRequest, Reply } from "./wire/reply";

const slot = Symbol.for("sextant.services");

/**
 * The product's routes behind a port, a model that answers by script, and the AI SDK's own chats before them.
 */
export async function openSite(
  script: (request: ProviderRequest) => Reply,
  env: Record<string, string> = {},
) {
  const { services, provider } = await openWith(script, env);
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
  const server = await startRouteServer((method, path) => {
    const [, id, act] = /^\/api\/chat\/([^/]+)\/(stop|stream)$/.exec(path) ?? [];
    const route = id === undefined ? chat : act === "stop" ? stop : stream;
    return {
      route: (route as Record<string, unknown>)[method] as Route | undefined,
      ...(id && { params: { id } }),
    };
  });
  closeAfter(server);
  const api = `${server.url}/api/chat`;
  const openChat = (init: Partial<ChatInit<UIMessage>> = {}) =>
    new Chat({ id: "c1", transport: new DefaultChatTransport({ api }), ...init });
  return { services, provider, api, openChat };
}
