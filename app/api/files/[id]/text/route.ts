import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** The text as it was read, with where its pages begin, and how far reading is; `?text=none`: only that. */
export const GET = withUser<{ id: string }>(async ({ request, params, user, services: { library } }) => {
  const isWithoutText = new URL(request.url).searchParams.get("text") === "none";
  return toJsonResponse(
    isWithoutText
      ? { document: await library.getView(user.id, params.id) }
      : await library.getText(user.id, params.id),
  );
});
