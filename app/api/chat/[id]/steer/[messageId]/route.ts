import { takeBackSteer } from "@/lib/features/chat/endpoints";

export const DELETE = takeBackSteer;
