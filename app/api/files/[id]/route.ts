import { apiHeaders } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** A picture of the person's. It may be shown and saved, never run. */
export const GET = withUser<{ id: string }>(async ({ params, user, services }) => {
  const file = await services.files.get(user.id, params.id);
  const name = encodeURIComponent(file.name);
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      ...apiHeaders,
      "cache-control": "private, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": `inline; filename*=UTF-8''${name}`,
      "content-type": file.mediaType,
    },
  });
});
