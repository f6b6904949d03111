import { createServer, listServers } from "@/lib/features/tool-servers/endpoints";

export const GET = listServers;
export const POST = createServer;
