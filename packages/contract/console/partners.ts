import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { id, idParam, noParams, nothing, nullable } from "../schemas/common.ts";
import {
  app,
  appCreate,
  appInstallation,
  appSecret,
  appUpdate,
  newAppSecret,
  suspension,
} from "../schemas/people.ts";

const partner = { surface: "partner_console", caller: "session", scopes: [], badge: "decided" } as const;
const one = { ...partner, params: idParam, query: {} } as const;

export const listApps = operation({
  ...partner,
  id: "apps.list",
  method: "GET",
  path: "/apps.json",
  params: noParams,
  query: pageParameters,
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
  refusals: ["not_signed_in", "invalid", "csrf_failed", "partner_suspended"],
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
  refusals: ["not_signed_in", "not_found", "invalid", "csrf_failed", "partner_suspended"],
  summary: "Edit an app",
  clauses: ["REG-2", "REG-3"],
});

export const rotateSecret = operation({
  ...one,
  id: "apps.rotate_secret",
  method: "POST",
  path: "/apps/:id/secrets.json",
  answer: Type.Object({ secret: newAppSecret }),
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
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
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
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
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Revoke one of two client secrets",
  clauses: [],
});

export const listAppInstallations = operation({
  ...partner,
  id: "apps.installations",
  method: "GET",
  path: "/apps/:id/installations.json",
  params: idParam,
  query: {
    ...pageParameters,
    query: { kind: "text", maxLength: 255, description: "A part of a store's name or of its handle." },
  },
  answer: listOf("installations", appInstallation),
  refusals: ["not_signed_in", "not_found", "invalid"],
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

export const getOwnPartner = operation({
  ...partner,
  id: "partners.own",
  method: "GET",
  path: "/partner.json",
  params: noParams,
  query: {},
  answer: Type.Object({
    partner: nullable(Type.Object({ id, name: Type.String(), suspended: nullable(suspension) })),
  }),
  refusals: ["not_signed_in"],
  summary: "The partner of the signed-in account",
  description: "Null for an account that has none yet: one is made with its first app.",
  clauses: [],
});
