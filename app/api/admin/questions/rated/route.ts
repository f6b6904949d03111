import { listRated } from "@/lib/features/laboratory/endpoints";

export const GET = listRated;
