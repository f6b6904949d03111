import { answerAuthRequest } from "@/lib/http/with-auth";

export const GET = answerAuthRequest;
export const POST = answerAuthRequest;
