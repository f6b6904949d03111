import { signInToServer } from "@/lib/features/tool-servers/endpoints";

export const POST = signInToServer;
