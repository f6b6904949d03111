import { toDownloadResponse } from "@/lib/http/download-response";
import { serve } from "@/lib/http/serve";
import { runReaders } from "@/lib/features/accounts/shape/admin-access";
import { ratingSchema, ratingsQuerySchema } from "@/lib/protocol/run-record";
import * as api from "./api";

export const rateAnswer = serve(api.rateAnswer, { body: ratingSchema })(
  ({ user, services, params: { id, messageId }, body }) =>
    services.ratings.rate({ userId: user.id, conversationId: id, messageId }, body),
);
export const takeRatingBack = serve(api.takeRatingBack)(({ user, services, params: { id, messageId } }) =>
  services.ratings.rate({ userId: user.id, conversationId: id, messageId }, null),
);
export const listRatings = serve(api.listRatings, { roles: runReaders, query: ratingsQuerySchema })(
  ({ services, query: { format, ...query } }) =>
    format === "json"
      ? services.ratings.list(query)
      : toDownloadResponse(services.ratings.export(query.value), {
          name: "sextant-ratings.jsonl",
          contentType: "application/x-ndjson",
        }),
);
