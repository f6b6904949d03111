import { changeDraft, deleteDraft } from "@/lib/features/settings/endpoints";

export const PUT = changeDraft;
export const DELETE = deleteDraft;
