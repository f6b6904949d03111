import { z } from "zod";

/** `GET /api/image?url=`: another site's picture, fetched by the server when the person asks to see it. */
export const pictureQuerySchema = z.object({ url: z.string().min(1).max(4096) });
