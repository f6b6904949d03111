import { signOutEverywhere } from "@/lib/features/accounts/endpoints";

export const POST = signOutEverywhere;
