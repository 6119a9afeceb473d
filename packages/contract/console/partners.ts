import Type from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { id, idParam, noParams, nothing } from "../schemas/common.ts";
import { app, appCreate, appInstallation, appSecret, appUpdate, newAppSecret } from "../schemas/people.ts";

const partner = { surface: "partner_console", caller: "session", scopes: [], badge: "decided" } as const;
const paging = { page: listParameters.page, limit: listParameters.limit } as const;
const one = { ...partner, params: idParam, query: {} } as const;

export const listApps = operation({
  ...partner,
  id: "apps.list",
  method: "GET",
  path: "/apps.json",
  params: noParams,
  query: paging,
  answer: listOf("apps", app),
  refusals: ["not_signed_in"],
  summary: "List your apps",
  clauses: ["REG-2"],
});

export const registerApp = operation({
  ...partner,
  id: "apps.register",
  method: "POST",
  path: "/apps.json",
  params: noParams,
  query: {},
  body: appCreate,
  wrapper: "app",
  answer: Type.Object({ app, secret: newAppSecret }),
  refusals: ["not_signed_in", "invalid", "csrf_failed"],
  answersSecret: true,
  summary: "Register an app",
  description: "Answers the client id and, this once, the client secret.",
  clauses: ["REG-1", "REG-2", "REG-3"],
});

export const getApp = operation({
  ...one,
  id: "apps.get",
  method: "GET",
  path: "/apps/:id.json",
  answer: Type.Object({ app }),
  refusals: ["not_signed_in", "not_found"],
  summary: "Get an app",
  clauses: ["REG-2"],
});

export const updateApp = operation({
  ...one,
  id: "apps.update",
  method: "PUT",
  path: "/apps/:id.json",
  body: appUpdate,
  wrapper: "app",
  answer: Type.Object({ app }),
  refusals: ["not_signed_in", "not_found", "invalid", "csrf_failed"],
  summary: "Edit an app",
  clauses: ["REG-2", "REG-3"],
});

export const rotateSecret = operation({
  ...one,
  id: "apps.rotate_secret",
  method: "POST",
  path: "/apps/:id/secrets.json",
  answer: Type.Object({ secret: newAppSecret }),
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed"],
  answersSecret: true,
  summary: "Rotate the client secret",
  description:
    "Both secrets are accepted at the token exchange at once; Souk signs with the old one until Switch or for 24 hours.",
  clauses: [],
});

export const switchSecret = operation({
  ...one,
  id: "apps.switch_secret",
  method: "POST",
  path: "/apps/:id/secrets/switch.json",
  answer: Type.Object({ secret: appSecret }),
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed"],
  summary: "Sign with the new secret from now on",
  description: "The old secret is gone.",
  clauses: [],
});

export const revokeSecret = operation({
  ...partner,
  id: "apps.revoke_secret",
  method: "DELETE",
  path: "/apps/:id/secrets/:secret_id.json",
  params: Type.Object({ id, secret_id: id }),
  query: {},
  answer: nothing,
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed"],
  summary: "Revoke one of two client secrets",
  clauses: [],
});

export const listAppInstallations = operation({
  ...partner,
  id: "apps.installations",
  method: "GET",
  path: "/apps/:id/installations.json",
  params: idParam,
  query: paging,
  answer: listOf("installations", appInstallation),
  refusals: ["not_signed_in", "not_found"],
  summary: "List the stores that have the app, and since when",
  clauses: [],
});

export const getInstallLink = operation({
  ...one,
  id: "apps.install_link",
  method: "GET",
  path: "/apps/:id/install_link.json",
  answer: Type.Object({ install_link: Type.Object({ url: Type.String() }) }),
  refusals: ["not_signed_in", "not_found"],
  summary: "The address that starts an installation",
  clauses: ["INS-1"],
});
