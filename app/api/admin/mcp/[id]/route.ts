import { changeServer, deleteServer, replaceServer } from "@/lib/features/tool-servers/endpoints";

export const PATCH = changeServer;
export const PUT = replaceServer;
export const DELETE = deleteServer;
