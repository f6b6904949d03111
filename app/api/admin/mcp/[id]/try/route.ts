import { tryTool } from "@/lib/features/tool-servers/endpoints";

export const POST = tryTool;
