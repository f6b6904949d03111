import { createDraft, listDrafts } from "@/lib/features/settings/endpoints";

export const GET = listDrafts;
export const POST = createDraft;
