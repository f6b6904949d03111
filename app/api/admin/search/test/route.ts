import { testEngine } from "@/lib/features/search/endpoints";

export const POST = testEngine;
