import { randomUUID } from "node:crypto";
import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { newFolderSchema } from "@/lib/protocol/folders";

export const GET = withUser(async ({ user, services }) =>
  toJsonResponse({ folders: await services.folders.list(user.id) }),
);

export const POST = withUser(async ({ request, user, services }) => {
  const folder = await readBody(request, newFolderSchema);
  return toJsonResponse(await services.folders.create(user.id, randomUUID(), folder), 201);
});
