import { changeSignUp, readSignUp } from "@/lib/features/accounts/endpoints";

export const GET = readSignUp;
export const PUT = changeSignUp;
