import { deleteAccount, readAccount } from "@/lib/features/accounts/endpoints";

/** Deleting a large account takes as long as it has documents. */
export const maxDuration = 300;

export const GET = readAccount;
export const DELETE = deleteAccount;
