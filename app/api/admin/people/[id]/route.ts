import { changePerson } from "@/lib/features/accounts/endpoints";

export const PATCH = changePerson;
