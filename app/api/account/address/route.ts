import { confirmAddress } from "@/lib/features/accounts/endpoints";

export const PUT = confirmAddress;
