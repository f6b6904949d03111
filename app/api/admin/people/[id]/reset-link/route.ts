import { createResetLink } from "@/lib/features/accounts/endpoints";

export const POST = createResetLink;
