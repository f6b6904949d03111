import { createPrivateKey } from "node:crypto";
import { z } from "zod";

// What the values of the environment should be, each with the end of the sentence that says so.

export const text = z.string();
export const address = z.url({ protocol: /^https?$/, error: "should be an http:// or https:// address" });
export const chain = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]*:[^\s,]+(,\s*[a-z][a-z0-9_-]*:[^\s,]+)*$/,
    "should be provider:model[,provider:model…]",
  )
  .transform((value) => value.split(",").map((ref) => ref.trim()));
const builtIn = ["google", "openai", "anthropic", "local", "offline"];
/** Search engines have keys under their names too, in the environment and in the admin page. */
const engineNames = ["searxng", "brave", "tavily", "google-search", "mediawiki"];
const takenNames = [...builtIn, ...engineNames];
export const hostList = z.string().transform((value) =>
  value
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean),
);
export const compatibleList = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]*=https?:\/\/[^\s,]+(,\s*[a-z][a-z0-9_-]*=https?:\/\/[^\s,]+)*$/,
    "should be name=baseURL[,name=baseURL…]",
  )
  .transform((value) =>
    value.split(",").map((entry) => {
      const [name = "", ...rest] = entry.trim().split("=");
      return { name, baseURL: rest.join("=") };
    }),
  )
  .refine(
    (entries) =>
      new Set([...takenNames, ...entries.map(({ name }) => name)]).size ===
      takenNames.length + entries.length,
    { error: `should give each provider a name of its own, none of ${takenNames.join(", ")}` },
  );

/** Instructions and tools alone take about 5,000 tokens. */
const leastWindow = 8_000;
export const windowList = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]*:[^\s,=]+=\d{1,9}(,\s*[a-z][a-z0-9_-]*:[^\s,=]+=\d{1,9})*$/,
    "should be provider:model=tokens[,provider:model=tokens…]",
  )
  .transform((value) =>
    Object.fromEntries(
      value.split(",").map((entry) => [entry.trim().split("=")[0] ?? "", Number(entry.split("=")[1])]),
    ),
  )
  .refine((windows) => Object.values(windows).every((tokens) => tokens >= leastWindow), {
    error: `should give each model ${leastWindow} tokens or more: instructions and tools take most of that`,
  });

/** As the packages of the recognition's data are called. */
export const languageList = text
  .regex(
    /^[a-z]{3}(_[a-z_]{1,20})?(,\s*[a-z]{3}(_[a-z_]{1,20})?)*$/,
    "should be off, or languages such as eng,chi_sim",
  )
  .transform((value) => (value === "off" ? [] : value.split(",").map((name) => name.trim())));
export const hostAndPort = text.regex(/^[^\s/:]+:\d{1,5}$/, "should be host:port");
/** Platforms keep the line breaks of a key as the two characters \\n. */
export const privateKey = text
  .transform((value) => value.replaceAll("\\n", "\n").trim())
  .refine(isPrivateKey, {
    error: "should be the private key of a service account, with its BEGIN and END lines",
  });
export const issuer = address.refine((value) => !new URL(value).pathname.includes("/.well-known"), {
  error: "should be the address before /.well-known/openid-configuration",
});
/** A path would be dropped without a word: the product runs at the root of its address. */
export const origin = address
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
    error: "should be an address without a path, such as https://chat.example.org",
  })
  .transform((value) => new URL(value).origin);

function isPrivateKey(value: string): boolean {
  try {
    return createPrivateKey(value).type === "private";
  } catch {
    return false;
  }
}

/** Addresses of people, compared in lower case. */
export function emailList(entry: z.ZodType<string>) {
  return text
    .transform((value) =>
      value
        .split(",")
        .map((each) => each.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine((entries) => entries.every((each) => entry.safeParse(each).success), {
      error: "should be a comma-separated list of email addresses",
    });
}

/** A whole number; the sentence is the same for what is no number and what is out of range. */
export function count(of: string, least: number, most: number) {
  const error = `should be ${of} from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}
