import { serve } from "@/lib/http/serve";
import { patchPreferencesSchema } from "./shape";
import * as api from "./api";

export const readPreferences = serve(api.readPreferences)(({ user, services }) =>
  services.preferences.read(user.id),
);
export const changePreferences = serve(api.changePreferences, { body: patchPreferencesSchema })(
  ({ user, services, body }) => services.preferences.change(user.id, body),
);
