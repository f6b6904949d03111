import { chooseAnswer, readPair } from "@/lib/features/laboratory/endpoints";

export const GET = readPair;
export const PUT = chooseAnswer;
