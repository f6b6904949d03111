import { toFileResponse } from "@/lib/http/file-response";
import { withUser } from "@/lib/http/with-user";

/** A picture of the person's. It may be shown and saved, never run. */
export const GET = withUser<{ id: string }>(async ({ params, user, services }) =>
  toFileResponse(await services.files.get(user.id, params.id)),
);
