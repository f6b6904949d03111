import {
  askModelServer,
  findModelServers,
  putModelServer,
  removeModelServer,
} from "@/lib/features/settings/endpoints";

export const GET = findModelServers;
export const POST = askModelServer;
export const PUT = putModelServer;
export const DELETE = removeModelServer;
