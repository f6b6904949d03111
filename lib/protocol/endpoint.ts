/** A method and a route's folder, as `PATCH /api/folders/[id]`. */
export type Address = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /api/${string}`;

/** What the compiler knows of an address, for the browser that calls it and the server that answers. */
export type Endpoint<ANSWER, BODY, ADDRESS extends Address> = {
  address: ADDRESS;
  /** How long the browser waits for the answer. */
  timeoutMs?: number;
  /** Never set: it holds the types. */
  types?: { answer: ANSWER; body: BODY };
};

/** The parts of an address in brackets. */
export type Params<ADDRESS extends string> = ADDRESS extends `${string}[${infer NAME}]${infer REST}`
  ? Record<NAME, string> & Params<REST>
  : unknown;

/** `null` and `undefined` are left out. */
export type Query = Record<string, string | number | null | undefined>;

export type Place<ADDRESS extends string> = { query?: Query } & (unknown extends Params<ADDRESS>
  ? unknown
  : { params: Params<ADDRESS> });

/** Arguments that may be left out where nothing in them is required. */
export type Optional<ARGUMENT> = Partial<ARGUMENT> extends ARGUMENT ? [ARGUMENT?] : [ARGUMENT];

/** `ANSWER` is left out where the answer is empty, `BODY` where no JSON is sent. */
export const endpoint =
  <ANSWER = void, BODY = void>() =>
  <const ADDRESS extends Address>(
    address: ADDRESS,
    options: { timeoutMs?: number } = {},
  ): Endpoint<ANSWER, BODY, ADDRESS> => ({ address, ...options });

/** The path of an address, for `fetch` and links. */
export function toPath<ADDRESS extends Address>(
  endpoint: { address: ADDRESS },
  ...place: Optional<Place<ADDRESS>>
): string;
export function toPath(
  { address }: { address: Address },
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Query } = {},
): string {
  const path = address
    .slice(address.indexOf("/"))
    .replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
