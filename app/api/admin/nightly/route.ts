import { readNightly, saveNightly } from "@/lib/features/laboratory/endpoints";

export const GET = readNightly;
export const PUT = saveNightly;
