import { listBreakers, resetBreaker } from "@/lib/features/operations/endpoints";

export const GET = listBreakers;
export const POST = resetBreaker;
