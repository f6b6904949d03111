import { authenticateLocal, checkOrigin } from "@/lib/auth/local-owner";
import type { Person } from "@/lib/data/people";
import { AppError, toAppError } from "@/lib/errors";
import { idSchema } from "@/lib/protocol/ids";
import { getServices, type Services } from "@/lib/services";
import { z } from "zod";
import { toProblemResponse } from "./problem-response";
import { parseInput } from "./read-body";

export type UserRequest<PARAMS> = { request: Request; params: PARAMS; user: Person; services: Services };
type Handler<PARAMS> = (input: UserRequest<PARAMS>) => Promise<Response>;
type RouteContext<PARAMS> = { params: Promise<PARAMS> };

/** Every part of an address that a client chooses is an id. */
const paramsSchema = z.record(z.string(), idSchema);

/**
 * A route for a person: says who asks, refuses foreign hosts and origins and addresses whose ids are none, and turns what is
 * thrown into a problem document.
 */
export function withUser<PARAMS = Record<string, never>>(handler: Handler<PARAMS>) {
  return async (request: Request, context: RouteContext<PARAMS>): Promise<Response> => {
    try {
      const user = authenticateLocal(request.headers);
      if (request.method !== "GET" && request.method !== "HEAD") checkOrigin(request.headers);
      const params = await context.params;
      parseInput(paramsSchema, params ?? {});
      return await handler({ request, params, user, services: await getServices() });
    } catch (error) {
      await logFailure(request, error);
      return toProblemResponse(error);
    }
  };
}

/** A route for admins only. */
export function withAdmin<PARAMS = Record<string, never>>(handler: Handler<PARAMS>) {
  return withUser<PARAMS>(async (input) => {
    if (input.user.role !== "admin") throw new AppError("forbidden", "Only an administrator can do this.");
    return handler(input);
  });
}

/** Failures of ours go to the log; what the request did wrong is only counted there. */
async function logFailure(request: Request, error: unknown): Promise<void> {
  const { code, status } = toAppError(error);
  const services = await getServices().catch(() => null);
  const level = status >= 500 ? "error" : "debug";
  services?.log[level]("request_failed", {
    method: request.method,
    path: new URL(request.url).pathname,
    code,
    ...(status >= 500 ? { error } : {}),
  });
}
