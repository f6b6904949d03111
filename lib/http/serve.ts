import { z } from "zod";
import type { IdentifyOptions } from "@/lib/features/accounts/auth/auth";
import type { Person } from "@/lib/data/people";
import { AppError } from "@/lib/errors";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import type { Address, Endpoint, Params } from "@/lib/protocol/endpoint";
import { idSchema } from "@/lib/protocol/ids";
import type { Services } from "@/lib/server/services";
import { answerOrRefuse } from "./answer-or-refuse";
import { setCookiesOn, toEmptyResponse, toJsonResponse } from "./api-headers";
import { keepAlive } from "./keep-alive";
import { meterBody, parseInput, readBody, readQuery, type BodySize } from "./read-body";

type Rules<BODY extends z.ZodType, QUERY extends z.ZodType> = IdentifyOptions & {
  body?: BODY;
  size?: BodySize;
  query?: QUERY;
  /** Whom it admits; everybody who is signed in where it is left out. */
  roles?: readonly Role[];
  status?: number;
};
type ServeInput<PARAMS, BODY, QUERY> = {
  request: Request;
  user: Person;
  services: Services;
  params: PARAMS;
  body: BODY;
  query: QUERY;
};

/** Every part of an address that a client chooses is an id. */
const paramsSchema = z.record(z.string(), idSchema);

/**
 * The route handler of an endpoint: says who asks, refuses foreign hosts and origins, roles that it does not
 * admit, addresses whose ids are none and what does not fit its schemas, and turns what is thrown into a
 * problem document. What `answer` gives is sent as JSON, and nothing as 204; a `Response` passes as it is.
 */
export function serve<
  ANSWER,
  SENT extends z.input<BODY>,
  ADDRESS extends Address,
  BODY extends z.ZodType = z.ZodVoid,
  QUERY extends z.ZodType = z.ZodVoid,
>({ address }: Endpoint<ANSWER, SENT, ADDRESS>, rules: Rules<BODY, QUERY> = {}) {
  type Given = ServeInput<Params<ADDRESS>, z.output<BODY>, z.output<QUERY>>;
  const { body, size, query, roles, status, ...identify } = rules;
  return (answer: (asked: Given) => ANSWER | Response | Promise<ANSWER | Response>) => {
    const handler = (request: Request, context: { params: Promise<Params<ADDRESS>> }): Promise<Response> =>
      answerOrRefuse(request, async (services) => {
        services.auth.checkHost(request.headers);
        if (request.method !== "GET" && request.method !== "HEAD") services.auth.checkOrigin(request.headers);
        // A role is never read from a cookie: who had one has it no longer.
        const options = { ...identify, ...(roles !== undefined && { isFresh: true }) };
        const { person: user, setCookies } = await services.auth.identify(request.headers, options);
        services.limits.take("request", user.id);
        meterBody(request, (bytes) => services.limits.takeBytes(user.id, bytes));
        const params = await context.params;
        parseInput(paramsSchema, params ?? {});
        if (roles?.includes(user.role) === false)
          throw new AppError("forbidden", "Your role does not allow this.");
        const given = await answer({
          ...{ request, user, services, params },
          body: (body && (await readBody(request, body, size))) as z.output<BODY>,
          query: (query && readQuery(request, query)) as z.output<QUERY>,
        });
        const work = services.sweepBeside();
        if (work !== null) keepAlive(() => work.then(services.settleBackground));
        const response = given === undefined ? toEmptyResponse() : toJsonResponse(given, status);
        return setCookiesOn(given instanceof Response ? given : response, setCookies);
      });
    const served: { address: Address; roles: readonly Role[] | undefined } = { address, roles };
    return Object.assign(handler, served);
  };
}
