import { toDownloadResponse } from "@/lib/http/download-response";
import { serve } from "@/lib/http/serve";
import {
  addMemorySchema,
  clearMemorySchema,
  forgetMemorySchema,
  forgottenFactSchema,
  patchMemorySchema,
  switchMemorySchema,
} from "./shape";
import * as api from "./api";

export const readMemory = serve(api.readMemory)(({ user, services }) => services.readMemory(user.id));
export const addFact = serve(api.addFact, { body: addMemorySchema, status: 201 })(
  ({ user, services, body }) => services.memory.addByHand(user.id, body),
);
export const switchMemory = serve(api.switchMemory, { body: switchMemorySchema })(
  ({ user, services, body }) => services.memory.setOff(user.id, body.isOff),
);
export const clearMemory = serve(api.clearMemory, { query: clearMemorySchema })(
  ({ user, services: { memory }, query: { part, note } }) =>
    note === undefined ? memory.clear(user.id, part) : memory.removeNote(user.id, note),
);
export const exportMemory = serve(api.exportMemory)(async ({ user, services }) => {
  const everything = await services.memory.exportAll(user.id);
  const day = new Date(everything.exportedAt).toISOString().slice(0, 10);
  return toDownloadResponse([JSON.stringify(everything, null, 2)].values(), {
    name: `sextant-memory-${day}.json`,
    contentType: "application/json",
  });
});
export const changeFact = serve(api.changeFact, { body: patchMemorySchema })(
  ({ user, services, params, body }) => services.memory.patch(user.id, params.id, body),
);
export const forgetFact = serve(api.forgetFact, { query: forgetMemorySchema })(
  ({ user, services, params, query }) => services.memory.remove(user.id, params.id, query.undo === "true"),
);
export const putFactBack = serve(api.putFactBack, { body: forgottenFactSchema, size: "texts" })(
  ({ user, services, params, body }) => services.memory.restore(user.id, { ...body, id: params.id }),
);
