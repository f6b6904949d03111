import { serve } from "@/lib/http/serve";
import {
  addQuestionsSchema,
  blindChoiceSchema,
  estimateExperimentSchema,
  experimentPatchSchema,
  newExperimentSchema,
} from "@/lib/features/laboratory/shape/laboratory";
import { nightlySchema } from "@/lib/features/laboratory/shape/nightly";
import * as api from "./api";

export const listQuestions = serve(api.listQuestions, { roles: ["admin"] })(({ services }) =>
  services.laboratory.listQuestions(),
);
export const addQuestions = serve(api.addQuestions, {
  roles: ["admin"],
  body: addQuestionsSchema,
  size: "large",
  status: 201,
})(({ services, body }) => services.laboratory.addQuestions(body));
export const deleteQuestion = serve(api.deleteQuestion, { roles: ["admin"] })(({ services, params }) =>
  services.laboratory.deleteQuestion(params.id),
);
export const listRated = serve(api.listRated, { roles: ["admin"] })(({ user, services }) =>
  services.laboratory.listRated(user.id),
);
export const readNightly = serve(api.readNightly, { roles: ["admin"] })(({ services }) =>
  services.laboratory.readNightly(),
);
export const saveNightly = serve(api.saveNightly, { roles: ["admin"], body: nightlySchema })(
  ({ user, services, body }) => services.laboratory.saveNightly(user.id, body),
);
export const suggestHints = serve(api.suggestHints, { roles: ["admin"] })(async ({ services }) => ({
  suggestions: await services.laboratory.suggestHints(),
}));
export const listExperiments = serve(api.listExperiments, { roles: ["admin"] })(({ services }) =>
  services.laboratory.list(),
);
export const createExperiment = serve(api.createExperiment, {
  roles: ["admin"],
  body: newExperimentSchema,
  size: "texts",
  status: 201,
})(({ user, services, body }) => services.laboratory.create(user.id, body));
export const estimateExperiment = serve(api.estimateExperiment, {
  roles: ["admin"],
  body: estimateExperimentSchema,
  size: "texts",
})(({ user, services, body }) => services.laboratory.estimate(user.id, body));
export const readExperiment = serve(api.readExperiment, { roles: ["admin"] })(({ services, params }) =>
  services.laboratory.read(params.id),
);
export const stopExperiment = serve(api.stopExperiment, { roles: ["admin"], body: experimentPatchSchema })(
  ({ services, params }) => services.laboratory.stop(params.id),
);
export const deleteExperiment = serve(api.deleteExperiment, { roles: ["admin"] })(({ services, params }) =>
  services.laboratory.delete(params.id),
);
export const publishExperiment = serve(api.publishExperiment, { roles: ["admin"] })(
  ({ user, services, params }) => services.laboratory.publishBy(params.id, user, services.saveSettings),
);
export const readPair = serve(api.readPair, { roles: ["admin"] })(({ services, params }) =>
  services.laboratory.readPair(params.id, params.questionId),
);
export const chooseAnswer = serve(api.chooseAnswer, { roles: ["admin"], body: blindChoiceSchema })(
  ({ services, params, body }) => services.laboratory.choose(params.id, params.questionId, body.choice),
);
