import { endpoint } from "@/lib/protocol/endpoint";
import type { Fact, ForgottenFact, MemoriesReply, MemoryCategory, MemoryTier } from "./shape";

export type NewFact = { content: string; category: MemoryCategory; tier: MemoryTier };
export type FactChange = Partial<NewFact> & { judged?: { messageId: string; isUseful: boolean } };

/** What is remembered about the person, and what was. */
export const readMemory = endpoint<MemoriesReply>()("GET /api/memories");
export const addFact = endpoint<Fact, NewFact>()("POST /api/memories");
export const switchMemory = endpoint<void, { isOff: boolean }>()("PATCH /api/memories");
/** All or a `part`, or one `note` by its key. */
export const clearMemory = endpoint()("DELETE /api/memories");
/** All that is remembered, in force and not, as one JSON file. */
export const exportMemory = endpoint()("GET /api/memories/export");
export const changeFact = endpoint<Fact, FactChange>()("PATCH /api/memories/[id]");
/** With `undo`, what it took the place of comes back. Answers with what was forgotten, for `putFactBack`. */
export const forgetFact = endpoint<ForgottenFact>()("DELETE /api/memories/[id]");
export const putFactBack = endpoint<Fact, ForgottenFact>()("PUT /api/memories/[id]");
