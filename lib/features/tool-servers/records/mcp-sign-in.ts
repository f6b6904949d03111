import { z } from "zod";

/** Fields that the SDK adds to them are kept. */
const clientSchema = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  ...{ issuer: z.string().optional(), authorization_server: z.string().optional() },
  ...{ token_endpoint: z.string().optional(), scope: z.string().optional() },
});
const tokensSchema = z.looseObject({
  ...{ access_token: z.string(), token_type: z.string() },
  ...{ refresh_token: z.string().optional(), expires_in: z.number().optional() },
  scope: z.string().optional(),
  ...{ issuer: z.string().optional(), authorization_server: z.string().optional() },
  token_endpoint: z.string().optional(),
});

/**
 * How we are signed in at a tool server by OAuth; sealed in its record. `expiresAt`: of the token. `scope`:
 * what the server asks for; `metadataUrl`: where it describes itself.
 */
export const mcpSignInSchema = z.object({
  redirectUrl: z.string().exactOptional(),
  client: clientSchema.exactOptional(),
  tokens: tokensSchema.exactOptional(),
  expiresAt: z.number().nullable().exactOptional(),
  scope: z.string().exactOptional(),
  metadataUrl: z.string().exactOptional(),
});
export type McpSignIn = z.output<typeof mcpSignInSchema>;
