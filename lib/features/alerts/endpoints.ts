import { serve } from "@/lib/http/serve";
import { operators, runReaders } from "@/lib/features/accounts/shape/admin-access";
import { alertChangeSchema, backtestQuerySchema, receiversSchema } from "./shape";
import * as api from "./api";

export const listAlerts = serve(api.listAlerts, { roles: runReaders })(({ services }) =>
  services.alerts.list(),
);
export const acknowledgeAlert = serve(api.acknowledgeAlert, { roles: operators, body: alertChangeSchema })(
  ({ user, services, params }) => services.alerts.acknowledge(user.id, params.id),
);
export const backtestAlerts = serve(api.backtestAlerts, { roles: runReaders, query: backtestQuerySchema })(
  ({ services, query }) => services.alerts.backtest(query),
);
export const saveReceivers = serve(api.saveReceivers, { roles: ["admin"], body: receiversSchema })(
  ({ user, services, body }) => services.alerts.receivers.save(body, user),
);
