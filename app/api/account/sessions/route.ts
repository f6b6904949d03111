import { listSessions } from "@/lib/features/accounts/endpoints";

export const GET = listSessions;
