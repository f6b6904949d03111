import { z } from "zod";

/** `GET /api/image?url=`: a picture of another site, fetched by the server when the person asked to see it. */
export const pictureQuerySchema = z.object({ url: z.string().min(1).max(4096) });
