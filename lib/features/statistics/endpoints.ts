import { serve } from "@/lib/http/serve";
import { runReaders } from "@/lib/features/accounts/shape/admin-access";
import { overviewQuerySchema } from "./shape";
import * as api from "./api";

export const readOverview = serve(api.readOverview, { roles: runReaders, query: overviewQuerySchema })(
  ({ services, query }) => services.overview(query),
);
export const readUsage = serve(api.readUsage)(({ user, services }) => services.readUsage(user.id));
