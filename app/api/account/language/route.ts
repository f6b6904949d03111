import { setLanguage } from "@/lib/features/accounts/endpoints";

export const PUT = setLanguage;
