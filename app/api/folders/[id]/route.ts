import { changeFolder, deleteFolder } from "@/lib/features/folders/endpoints";

export const PATCH = changeFolder;
export const DELETE = deleteFolder;
