import type { z } from "zod";
import type { IdentifyOptions } from "@/lib/auth/auth";
import { AppError } from "@/lib/errors";
import type { Role } from "@/lib/protocol/accounts";
import type { Address, Endpoint, Params } from "@/lib/protocol/endpoint";
import { toEmptyResponse, toJsonResponse } from "./api-headers";
import { readBody, readQuery, type BodySize } from "./read-body";
import { withUser, type UserRequest } from "./with-user";

type Rules<BODY extends z.ZodType, QUERY extends z.ZodType> = IdentifyOptions & {
  body?: BODY;
  size?: BodySize;
  query?: QUERY;
  /** Whom it admits; everybody who is signed in where it is left out. */
  roles?: readonly Role[];
  status?: number;
};

/**
 * The route handler of an endpoint. What `answer` gives is sent as JSON, and nothing as 204; a `Response`
 * passes as it is. The handler says itself what it serves and to whom.
 */
export function serve<
  ANSWER,
  SENT extends z.input<BODY>,
  ADDRESS extends Address,
  BODY extends z.ZodType = z.ZodVoid,
  QUERY extends z.ZodType = z.ZodVoid,
>(
  { address }: Endpoint<ANSWER, SENT, ADDRESS>,
  { body, size, query, roles, status, ...identify }: Rules<BODY, QUERY>,
  answer: (
    asked: UserRequest<Params<ADDRESS>> & { body: z.output<BODY>; query: z.output<QUERY> },
  ) => ANSWER | Response | Promise<ANSWER | Response>,
) {
  const handler = withUser<Params<ADDRESS>>(
    async (asked) => {
      if (roles?.includes(asked.user.role) === false)
        throw new AppError("forbidden", "Your role does not allow this.");
      const { request } = asked;
      const value = await answer({
        ...asked,
        body: (body && (await readBody(request, body, size))) as z.output<BODY>,
        query: (query && readQuery(request, query)) as z.output<QUERY>,
      });
      if (value instanceof Response) return value;
      return value === undefined ? toEmptyResponse() : toJsonResponse(value, status);
    },
    // A role is never read from a cookie: who had one has it no longer.
    roles === undefined ? identify : { isFresh: true },
  );
  return Object.assign(handler, { address, roles });
}
