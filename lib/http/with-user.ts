import type { IdentifyOptions } from "@/lib/auth/auth";
import type { Person } from "@/lib/data/people";
import { idSchema } from "@/lib/protocol/ids";
import { getServices, type Services } from "@/lib/server/services";
import { z } from "zod";
import { keepAlive } from "./keep-alive";
import { logFailure } from "./log-failure";
import { toProblemResponse } from "./problem-response";
import { meterBody, parseInput } from "./read-body";

export type UserRequest<PARAMS> = { request: Request; params: PARAMS; user: Person; services: Services };
type Handler<PARAMS> = (input: UserRequest<PARAMS>) => Promise<Response>;
type RouteContext<PARAMS> = { params: Promise<PARAMS> };

/** Every part of an address that a client chooses is an id. */
const paramsSchema = z.record(z.string(), idSchema);

/**
 * A route for a person: says who asks, refuses foreign hosts and origins and addresses whose ids are none,
 * and turns what is thrown into a problem document.
 */
export function withUser<PARAMS>(handler: Handler<PARAMS>, options: IdentifyOptions = {}) {
  return async (request: Request, context: RouteContext<PARAMS>): Promise<Response> => {
    try {
      const services = await getServices();
      services.auth.checkHost(request.headers);
      if (request.method !== "GET" && request.method !== "HEAD") services.auth.checkOrigin(request.headers);
      const { person, setCookies } = await services.auth.identify(request.headers, options);
      services.limits.take("request", person.id);
      meterBody(request, (bytes) => services.limits.takeBytes(person.id, bytes));
      const params = await context.params;
      parseInput(paramsSchema, params ?? {});
      const response = await handler({ request, params, user: person, services });
      const work = services.sweepBeside();
      if (work !== null) keepAlive(() => work.then(services.settleBackground));
      return setCookiesOn(response, setCookies);
    } catch (error) {
      await logFailure(request, error);
      return toProblemResponse(error, request);
    }
  };
}

export function setCookiesOn(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
