import { serve } from "@/lib/http/serve";
import { keepAlive } from "@/lib/http/keep-alive";
import { answerWithStream } from "@/lib/http/stream-response";
import {
  agentPatchSchema,
  agentRevertSchema,
  agentTrialSchema,
  newAgentSchema,
} from "@/lib/features/agents/shape/agents";
import { versionsQuerySchema } from "@/lib/protocol/settings";
import * as api from "./api";

export const listAgents = serve(api.listAgents)(({ user, services }) => services.agents.list(user));
export const listUsedAgents = serve(api.listUsedAgents, { roles: ["admin"] })(({ services }) =>
  services.agents.listUsed(),
);
export const tryAgent = serve(api.tryAgent, { roles: ["admin"], body: agentTrialSchema, size: "texts" })(
  async ({ user, services, body }) => {
    const trial = await services.agents.toTrial(user.id, body);
    keepAlive(() => services.runs.untilIdle(user.id, body.conversationId).then(services.settleBackground));
    return answerWithStream(services.limits.openStream(user.id), async (onClose) =>
      (await services.runs.startTrial(trial)).stream(onClose),
    );
  },
);
export const createAgent = serve(api.createAgent, {
  roles: ["admin"],
  body: newAgentSchema,
  size: "texts",
  status: 201,
})(({ user, services, body }) => services.agents.create(body, user));
export const readAgent = serve(api.readAgent)(({ user, services, params }) =>
  services.agents.get(params.id, user),
);
export const changeAgent = serve(api.changeAgent, {
  roles: ["admin"],
  body: agentPatchSchema,
  size: "texts",
})(({ user, services, params, body: { version, changes } }) =>
  services.agents.update(params.id, changes, version, user),
);
export const deleteAgent = serve(api.deleteAgent, { roles: ["admin"] })(({ user, services, params }) =>
  services.agents.delete(params.id, user),
);
export const listAgentVersions = serve(api.listAgentVersions, {
  roles: ["admin"],
  query: versionsQuerySchema,
})(({ services, params, query }) => services.agents.listVersions(params.id, query));
export const revertAgent = serve(api.revertAgent, { roles: ["admin"], body: agentRevertSchema })(
  ({ user, services, params, body }) => services.agents.revert(params.id, body, user),
);
