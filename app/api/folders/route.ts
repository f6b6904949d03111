import { createFolder, listFolders } from "@/lib/features/folders/endpoints";

export const GET = listFolders;
export const POST = createFolder;
