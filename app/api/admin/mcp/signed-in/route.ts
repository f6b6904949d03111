import { finishSignIn } from "@/lib/features/tool-servers/endpoints";

export const GET = finishSignIn;
