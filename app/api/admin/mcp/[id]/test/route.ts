import { testServer } from "@/lib/features/tool-servers/endpoints";

export const POST = testServer;
