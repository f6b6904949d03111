import { addQuestions, listQuestions } from "@/lib/features/laboratory/endpoints";

export const GET = listQuestions;
export const POST = addQuestions;
