import { toShareId } from "@/lib/data/share-record";
import type { AccountsHarness } from "@/tests/support/accounts-harness";
import { ownConversation } from "./route-records";
import type { RouteRow } from "./route-row";

async function ownPage(harness: AccountsHarness) {
  const { params } = await ownConversation(harness);
  const { url } = await harness.site.services.sharing.share(harness.ids.member, params.id);
  return { params: { id: toShareId((url ?? "").slice("/s/".length)) } };
}

/** What belongs to the pages that people share. */
export const sharingRoutes: Record<string, RouteRow> = {
  "GET /api/conversations/[id]/share": {
    ...{ for: "people", status: 200, isOwned: true, prepare: ownConversation },
  },
  "POST /api/conversations/[id]/share": {
    ...{ for: "people", status: 200, isOwned: true, prepare: ownConversation },
  },
  "DELETE /api/conversations/[id]/share": {
    ...{ for: "people", status: 204, isOwned: true, prepare: ownConversation },
  },
  "GET /api/admin/shares": { for: "admins", status: 200 },
  "DELETE /api/admin/shares/[id]": { for: "admins", status: 204, prepare: ownPage },
};
