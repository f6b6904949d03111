import { listPeople } from "@/lib/features/accounts/endpoints";

export const GET = listPeople;
