import { suggestHints } from "@/lib/features/laboratory/endpoints";

export const GET = suggestHints;
