import type {
  EndedFact,
  Fact,
  ForgottenFact,
  MemoriesReply,
  MemoryCategory,
  MemoryTier,
} from "@/lib/protocol/memories";
import { request, type Answer } from "./request";

export type NewFact = { content: string; category: MemoryCategory; tier: MemoryTier };
export type FactChange = Partial<NewFact> & { judged?: { messageId: string; isUseful: boolean } };
export type MemoryApi = ReturnType<typeof createMemoryApi>;

export const memoryExportPath = "/api/memories/export";

/** What the browser asks of the memory, at the page's own origin unless another one is named. */
export function createMemoryApi(origin = "") {
  const all = `${origin}/api/memories`;
  const toPath = (id: string): string => `${all}/${encodeURIComponent(id)}`;
  return {
    list: (): Promise<Answer<MemoriesReply>> => request(all),
    add: (fact: NewFact): Promise<Answer<Fact>> => request(all, { method: "POST", body: fact }),
    change: (id: string, body: FactChange): Promise<Answer<Fact>> =>
      request(toPath(id), { method: "PATCH", body }),
    forget: (id: string): Promise<Answer<ForgottenFact>> => request(toPath(id), { method: "DELETE" }),
    /** Forgets what was just kept; what it took the place of comes back. */
    undo: (id: string): Promise<Answer<ForgottenFact>> =>
      request(`${toPath(id)}?undo=true`, { method: "DELETE" }),
    putBack: (forgotten: ForgottenFact): Promise<Answer<Fact>> =>
      request(toPath(forgotten.id), { method: "PUT", body: forgotten }),
    clear: (part: "all" | "history"): Promise<Answer<null>> =>
      request(`${all}?part=${part}`, { method: "DELETE" }),
    deleteNote: (key: string): Promise<Answer<null>> =>
      request(`${all}?note=${encodeURIComponent(key)}`, { method: "DELETE" }),
    setOff: (isOff: boolean): Promise<Answer<null>> => request(all, { method: "PATCH", body: { isOff } }),
  };
}

/** The page of memories, at one of them where an id is given. */
export function toMemoryPath(factId?: string): string {
  return factId === undefined ? "/memory" : `/memory?fact=${encodeURIComponent(factId)}`;
}

/** A conversation at one of its messages. */
export function toMessagePath({
  conversationId,
  messageId,
}: NonNullable<(Fact | EndedFact)["source"]>): string {
  return `/c/${encodeURIComponent(conversationId)}?message=${encodeURIComponent(messageId)}`;
}
