import { deleteQuestion } from "@/lib/features/laboratory/endpoints";

export const DELETE = deleteQuestion;
