import { changeAddress } from "@/lib/features/accounts/endpoints";

export const PUT = changeAddress;
