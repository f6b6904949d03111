import { signPersonOut } from "@/lib/features/accounts/endpoints";

export const POST = signPersonOut;
