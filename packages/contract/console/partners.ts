import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { emptyObject, id, idParam, noParams, nullable } from "../schemas/common.ts";
import {
  app,
  appCreate,
  appInstallation,
  appSecret,
  appUpdate,
  newAppSecret,
  suspension,
} from "../schemas/people.ts";

const partnerOperation = {
  surface: "partner_console",
  auth: "session",
  scopes: [],
  rights: [],
  definedBy: "souk",
} as const;
const appOperation = { ...partnerOperation, params: idParam, query: {} } as const;

export const listApps = defineOperation({
  ...partnerOperation,
  id: "apps.list",
  method: "GET",
  path: "/apps.json",
  params: noParams,
  query: pageParameters,
  response: createListSchema("apps", app),
  errors: ["not_signed_in"],
  summary: "List your apps",
  clauses: ["REG-2"],
});

export const registerApp = defineOperation({
  ...partnerOperation,
  id: "apps.register",
  method: "POST",
  path: "/apps.json",
  params: noParams,
  query: {},
  body: appCreate,
  wrapper: "app",
  response: Type.Object({ app, secret: newAppSecret }),
  errors: ["not_signed_in", "invalid", "csrf_failed", "partner_suspended", "quota_exceeded"],
  returnsSecret: true,
  summary: "Register an app",
  description: "Returns the client id and the client secret, which is shown only once.",
  clauses: ["REG-1", "REG-2", "REG-3"],
});

export const getApp = defineOperation({
  ...appOperation,
  id: "apps.get",
  method: "GET",
  path: "/apps/:id.json",
  response: Type.Object({ app }),
  errors: ["not_signed_in", "not_found"],
  summary: "Get an app",
  clauses: ["REG-2"],
});

export const updateApp = defineOperation({
  ...appOperation,
  id: "apps.update",
  method: "PUT",
  path: "/apps/:id.json",
  body: appUpdate,
  wrapper: "app",
  response: Type.Object({ app }),
  errors: ["not_signed_in", "not_found", "invalid", "csrf_failed", "step_up_required", "partner_suspended"],
  summary: "Update an app",
  description:
    "A change of the URLs or of `requires_pkce` is rejected with `step_up_required`, unless the person has entered their password, a " +
    "code or a passkey within the last 15 minutes.",
  clauses: ["REG-2", "REG-3"],
});

export const rotateSecret = defineOperation({
  ...appOperation,
  id: "apps.rotate_secret",
  needsStepUp: true,
  method: "POST",
  path: "/apps/:id/secrets.json",
  response: Type.Object({ secret: newAppSecret }),
  errors: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
  returnsSecret: true,
  summary: "Rotate the client secret",
  description:
    "Creates a new secret. The token exchange accepts the old and the new secret immediately. Souk signs with the old secret until " +
    "you switch to the new one, or until 24 hours have passed.",
  clauses: [],
});

export const switchSecret = defineOperation({
  ...appOperation,
  id: "apps.switch_secret",
  needsStepUp: true,
  method: "POST",
  path: "/apps/:id/secrets/switch.json",
  response: Type.Object({ secret: appSecret }),
  errors: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Switch to the new client secret",
  description: "Revokes the old secret.",
  clauses: [],
});

export const revokeSecret = defineOperation({
  ...partnerOperation,
  id: "apps.revoke_secret",
  needsStepUp: true,
  method: "DELETE",
  path: "/apps/:id/secrets/:secret_id.json",
  params: Type.Object({ id, secret_id: id }),
  query: {},
  response: emptyObject,
  errors: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Revoke a client secret",
  clauses: [],
});

export const listAppInstallations = defineOperation({
  ...partnerOperation,
  id: "apps.installations",
  method: "GET",
  path: "/apps/:id/installations.json",
  params: idParam,
  query: {
    ...pageParameters,
    query: {
      kind: "text",
      maxLength: 255,
      description: "Returns stores whose name or handle contains this text.",
    },
  },
  response: createListSchema("installations", appInstallation),
  errors: ["not_signed_in", "not_found", "invalid"],
  summary: "List the installations of an app",
  clauses: [],
});

export const getInstallLink = defineOperation({
  ...appOperation,
  id: "apps.install_link",
  method: "GET",
  path: "/apps/:id/install_link.json",
  response: Type.Object({ install_link: Type.Object({ url: Type.String() }) }),
  errors: ["not_signed_in", "not_found"],
  summary: "Get the install link of an app",
  clauses: ["INS-1"],
});

export const getOwnPartner = defineOperation({
  ...partnerOperation,
  id: "partners.own",
  method: "GET",
  path: "/partner.json",
  params: noParams,
  query: {},
  response: Type.Object({
    partner: nullable(Type.Object({ id, name: Type.String(), suspended: nullable(suspension) })),
  }),
  errors: ["not_signed_in"],
  summary: "Get the partner of the signed-in account",
  description:
    "`partner` is null until the account registers its first app. That registration also creates the partner.",
  clauses: [],
});
