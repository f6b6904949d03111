import { endpoint } from "@/lib/protocol/endpoint";
import type { ShareReply, SharesReply } from "./shape";

/** Whether it is shared: the address, or `null`. */
export const readShare = endpoint<ShareReply | null>()("GET /api/conversations/[id]/share");
/** A snapshot of what is shown now, under an address that everybody who has it can read. */
export const shareConversation = endpoint<ShareReply>()("POST /api/conversations/[id]/share");
export const revokeShare = endpoint()("DELETE /api/conversations/[id]/share");
/** A conversation as a file. */
export const exportConversation = endpoint()("GET /api/conversations/[id]/export");

export const listShares = endpoint<SharesReply>()("GET /api/admin/shares");
/** Ends anybody's shared page. */
export const endShare = endpoint()("DELETE /api/admin/shares/[id]");
