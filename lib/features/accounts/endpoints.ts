import { setCookiesOn, toEmptyResponse } from "@/lib/http/api-headers";
import { toDownloadResponse } from "@/lib/http/download-response";
import { serve } from "@/lib/http/serve";
import {
  addressSchema,
  confirmAddressSchema,
  deleteAccountSchema,
  inviteSchema,
  pageQuerySchema,
  patchPersonSchema,
  peopleQuerySchema,
  removePersonSchema,
  signUpSchema,
} from "@/lib/features/accounts/shape/accounts";
import { auditors } from "@/lib/features/accounts/shape/admin-access";
import { auditQuerySchema } from "@/lib/features/accounts/shape/audit";
import { z } from "zod";
import { isLocale } from "@/i18n/locales";
import * as api from "./api";

const languageSchema = z.strictObject({ locale: z.string().max(10).refine(isLocale) });

export const readAccount = serve(api.readAccount)(({ user, services }) => services.accounts.read(user));
export const deleteAccount = serve(api.deleteAccount, {
  isFresh: true,
  isReadOnly: true,
  body: deleteAccountSchema,
})(async ({ request, user, services, body }) =>
  setCookiesOn(toEmptyResponse(), await services.accounts.delete(user, body, request.headers)),
);
export const exportAccount = serve(api.exportAccount)(({ user, services }) =>
  toDownloadResponse(services.accounts.export(user), {
    name: "sextant-export.jsonl",
    contentType: "application/x-ndjson",
  }),
);
export const setLanguage = serve(api.setLanguage, { body: languageSchema })(({ user, services, body }) =>
  services.accounts.setLanguage(user, body.locale),
);
export const listSessions = serve(api.listSessions)(async ({ request, user, services }) => ({
  sessions: await services.accounts.listSessions(user, request.headers),
}));
export const endSession = serve(api.endSession, { isFresh: true, isReadOnly: true })(
  ({ user, services, params }) => services.accounts.endSession(user, params.id),
);
export const signOutEverywhere = serve(api.signOutEverywhere, { isFresh: true, isReadOnly: true })(
  async ({ user, services }) =>
    setCookiesOn(toEmptyResponse(), await services.accounts.signOutEverywhere(user)),
);
export const confirmAddress = serve(api.confirmAddress, { isFresh: true, body: confirmAddressSchema })(
  ({ user, services, body }) => services.accounts.confirmAddress(user, body.token),
);
// Whose acts are looked for.
export const listPeople = serve(api.listPeople, { roles: auditors, query: peopleQuerySchema })(
  ({ services, query }) => services.accounts.listPeople(query),
);
export const readPerson = serve(api.readPerson, { roles: ["admin"] })(
  async ({ request, services, params: { id } }) => ({
    ...(await services.accounts.readPerson(id, request.headers)),
    usage: await services.readUsage(id),
  }),
);
export const removePerson = serve(api.removePerson, { roles: ["admin"], body: removePersonSchema })(
  ({ user, services, params: { id }, body }) => services.accounts.removePerson(user.id, { id, ...body }),
);
export const changeAddress = serve(api.changeAddress, { roles: ["admin"], body: addressSchema })(
  ({ user, services, params: { id }, body: { email } }) =>
    services.accounts.changeAddress(user.id, { id, email }),
);
export const signPersonOut = serve(api.signPersonOut, { roles: ["admin"] })(({ user, services, params }) =>
  services.accounts.signPersonOut(user.id, params.id),
);
export const endPersonSession = serve(api.endPersonSession, { roles: ["admin"] })(
  ({ user, services, params }) => services.accounts.endPersonSession(user.id, params),
);
export const changePerson = serve(api.changePerson, { roles: ["admin"], body: patchPersonSchema })(
  ({ user, services, params, body }) => services.accounts.patchPerson(user.id, params.id, body),
);
export const createResetLink = serve(api.createResetLink, { roles: ["admin"] })(
  ({ user, services, params }) => services.accounts.createResetLink(user.id, params.id),
);
export const listInvitations = serve(api.listInvitations, { roles: ["admin"], query: pageQuerySchema })(
  ({ services, query }) => services.accounts.listInvitations(query),
);
export const invite = serve(api.invite, {
  roles: ["admin"],
  body: inviteSchema,
  size: "texts",
  status: 201,
})(({ user, services, body }) => services.accounts.invite(user.id, body));
export const resendInvitation = serve(api.resendInvitation, { roles: ["admin"], status: 201 })(
  ({ user, services, params }) => services.accounts.resendInvitation(user.id, params.id),
);
export const readSignUp = serve(api.readSignUp, { roles: ["admin"] })(({ services }) =>
  services.accounts.readSignUp(),
);
export const changeSignUp = serve(api.changeSignUp, { roles: ["admin"], body: signUpSchema })(
  ({ user, services, body }) => services.accounts.changeSignUp(user.id, body.policy),
);
export const revokeInvitation = serve(api.revokeInvitation, { roles: ["admin"] })(
  ({ user, services, params }) => services.accounts.revokeInvitation(user.id, params.id),
);
export const listAudit = serve(api.listAudit, { roles: auditors, query: auditQuerySchema })(
  ({ user, services, query: { format, limit, cursor, ...filter } }) =>
    format === "json"
      ? services.accounts.listAudit({ limit, cursor, ...filter })
      : toDownloadResponse(services.accounts.exportAudit(user.id, filter), {
          name: "sextant-audit.jsonl",
          contentType: "application/x-ndjson",
        }),
);
