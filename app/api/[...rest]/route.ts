import { AppError } from "@/lib/errors";
import { toProblemResponse } from "@/lib/http/problem-response";

/** Whatever is asked of an address that is no route. */
const answerNotFound = (request: Request): Response =>
  toProblemResponse(new AppError("not_found", "There is no such address."), request);

export const GET = answerNotFound;
export const POST = answerNotFound;
export const PUT = answerNotFound;
export const PATCH = answerNotFound;
export const DELETE = answerNotFound;
