import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { emptyObject, idParam, noParams } from "../schemas/common.ts";
import {
  availableApp,
  customAppCreate,
  customAppCredentials,
  installedApp,
  signedUrl,
} from "../schemas/people.ts";

const merchantOperation = {
  surface: "store_console",
  auth: "session",
  scopes: [],
  definedBy: "souk",
} as const;
const appOperation = { ...merchantOperation, params: idParam, query: {} } as const;

export const startInstall = defineOperation({
  ...merchantOperation,
  id: "installs.start",
  rights: [["apps.manage"]],
  method: "POST",
  path: "/apps/install.json",
  params: noParams,
  query: {},
  body: Type.Object({
    app: Type.String({ minLength: 1, maxLength: 255, description: "Client id or handle of the app." }),
  }),
  response: Type.Object({ open: signedUrl }),
  errors: ["not_signed_in", "not_allowed", "invalid", "csrf_failed"],
  summary: "Start an app installation",
  description: "Returns the App URL for the browser; the app redirects to the authorize page (INS-1).",
  clauses: ["INS-1"],
});

export const listInstalledApps = defineOperation({
  ...merchantOperation,
  id: "installs.list",
  rights: [],
  method: "GET",
  path: "/apps.json",
  params: noParams,
  query: {
    ...pageParameters,
    client_id: { kind: "text", maxLength: 255, description: "Returns the app with this client id." },
    kind: { kind: "choice", of: ["public", "custom"], description: "Returns apps of this kind." },
  },
  response: createListSchema("apps", installedApp),
  errors: ["not_signed_in", "invalid"],
  summary: "List installed apps",
  description: "An app that is being uninstalled is listed until it is removed.",
  clauses: [],
});

export const listAvailableApps = defineOperation({
  ...merchantOperation,
  id: "installs.available",
  rights: [],
  method: "GET",
  path: "/apps/available.json",
  params: noParams,
  query: pageParameters,
  response: createListSchema("apps", availableApp),
  errors: ["not_signed_in"],
  summary: "List apps that the store can install",
  description:
    "In development mode, returns every public app of the platform. In production, returns no app.",
  clauses: [],
});

export const getInstalledApp = defineOperation({
  ...appOperation,
  id: "installs.get",
  rights: [],
  method: "GET",
  path: "/apps/:id.json",
  response: Type.Object({ app: installedApp }),
  errors: ["not_signed_in", "not_found"],
  summary: "Get an installed app",
  clauses: [],
});

export const openApp = defineOperation({
  ...appOperation,
  id: "installs.open",
  rights: [],
  method: "POST",
  path: "/apps/:id/open.json",
  response: Type.Object({ open: signedUrl }),
  errors: ["not_signed_in", "not_allowed", "not_found", "conflict", "csrf_failed"],
  summary: "Open an installed app",
  description:
    "Returns `not_allowed` to people whose rights do not cover the scopes of the app, unless the owner or a manager gave them access to it.",
  clauses: ["INS-14"],
});

export const createSessionToken = defineOperation({
  ...appOperation,
  id: "installs.session_token",
  rights: [],
  method: "POST",
  path: "/apps/:id/session_token.json",
  response: Type.Object({
    session_token: Type.String({ description: "JWT, signed with HS256 and the app's client secret." }),
    expires_at: Type.String({ format: "date-time", description: "Expiry: 60 seconds after creation." }),
  }),
  errors: ["not_signed_in", "not_allowed", "not_found", "conflict", "csrf_failed"],
  returnsSecret: true,
  summary: "Create a session token for an app's embedded page",
  description:
    "Tells the app's server which person uses the page, in which store, and with which role and rights. Only for an " +
    "enabled app with an App URL, and for people who may open the app.",
  clauses: ["INS-15"],
});

export const disableApp = defineOperation({
  ...appOperation,
  id: "installs.disable",
  rights: [["apps.manage"]],
  method: "POST",
  path: "/apps/:id/disable.json",
  response: Type.Object({ app: installedApp }),
  errors: ["not_signed_in", "not_allowed", "not_found", "conflict", "csrf_failed"],
  summary: "Disable an app",
  description: "The app's token stops working and no webhooks are sent to the app until it is enabled again.",
  clauses: ["INS-18", "WHK-8"],
});

export const enableApp = defineOperation({
  ...appOperation,
  id: "installs.enable",
  rights: [["apps.manage"]],
  method: "POST",
  path: "/apps/:id/enable.json",
  response: Type.Object({ app: installedApp }),
  errors: ["not_signed_in", "not_allowed", "not_found", "conflict", "csrf_failed"],
  summary: "Enable an app",
  clauses: ["INS-18"],
});

export const uninstallApp = defineOperation({
  ...appOperation,
  id: "installs.uninstall",
  rights: [["apps.manage"]],
  method: "DELETE",
  path: "/apps/:id.json",
  response: emptyObject,
  errors: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
  topics: ["app/uninstall"],
  summary: "Uninstall an app",
  clauses: ["INS-16", "INS-17"],
});

export const createCustomApp = defineOperation({
  ...merchantOperation,
  id: "custom_apps.create",
  rights: [["apps.manage"]],
  needsStepUp: true,
  method: "POST",
  path: "/custom_apps.json",
  params: noParams,
  query: {},
  body: customAppCreate,
  wrapper: "custom_app",
  response: Type.Object({ custom_app: customAppCredentials }),
  errors: ["not_signed_in", "not_allowed", "invalid", "conflict", "csrf_failed"],
  returnsSecret: true,
  summary: "Create a custom app",
  description: "Returns the access token and the client secret, shown only once.",
  clauses: [],
});

export const regenerateCustomAppToken = defineOperation({
  ...appOperation,
  id: "custom_apps.regenerate_token",
  rights: [["apps.manage"]],
  needsStepUp: true,
  method: "POST",
  path: "/custom_apps/:id/token.json",
  response: Type.Object({ custom_app: customAppCredentials }),
  errors: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
  returnsSecret: true,
  summary: "Regenerate a custom app's token",
  description: "Revokes the current token.",
  clauses: [],
});
