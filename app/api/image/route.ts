import { readPicture } from "@/lib/features/pictures/endpoints";

export const GET = readPicture;
