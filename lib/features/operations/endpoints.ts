import { serve } from "@/lib/http/serve";
import { operators, runReaders } from "@/lib/features/accounts/shape/admin-access";
import { resetBreakerSchema } from "./shape";
import * as api from "./api";

export const listBreakers = serve(api.listBreakers, { roles: runReaders })(async ({ services }) => {
  // The thresholds that the pauses are told by are those of the moment.
  const { modelTiers } = (await services.settings.get()).settings;
  const breakers = services.listBreakers();
  const isOut = (ref: string) =>
    breakers.some(({ kind, name, state }) => kind === "model" && name === ref && state === "open");
  const chain = services.models().chain("main", { settings: modelTiers.main });
  const instead = chain.find((ref) => !isOut(ref)) ?? null;
  return {
    breakers: breakers.map((one) => ({
      ...one,
      instead: one.kind === "model" && isOut(one.name) && chain.includes(one.name) ? instead : null,
    })),
  };
});
export const resetBreaker = serve(api.resetBreaker, { roles: operators, body: resetBreakerSchema })(
  ({ user, services, body }) => services.operations.resetBreaker(user.id, body),
);
export const listRunning = serve(api.listRunning, { roles: runReaders })(({ services }) =>
  services.operations.listRunning(),
);
export const stopRun = serve(api.stopRun, { roles: operators })(({ user, services, params }) =>
  services.operations.stopRun(user.id, params.id),
);
