import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { idParam, noParams, nothing } from "../schemas/common.ts";
import {
  availableApp,
  customAppCreate,
  customAppCredentials,
  installedApp,
  signedOpening,
} from "../schemas/people.ts";

const merchant = { surface: "shop_console", caller: "session", scopes: [], badge: "decided" } as const;
const one = { ...merchant, params: idParam, query: {} } as const;

export const startInstall = operation({
  ...merchant,
  id: "installs.start",
  method: "POST",
  path: "/apps/install.json",
  params: noParams,
  query: {},
  body: Type.Object({
    app: Type.String({ minLength: 1, maxLength: 255, description: "Client id or handle." }),
  }),
  answer: Type.Object({ open: signedOpening }),
  refusals: ["not_signed_in", "not_allowed", "invalid", "csrf_failed"],
  summary: "Start the installation of an app",
  description: "The browser goes to the App URL, which sends it on to the authorize page (INS-1).",
  clauses: ["INS-1"],
});

export const listInstalledApps = operation({
  ...merchant,
  id: "installs.list",
  method: "GET",
  path: "/apps.json",
  params: noParams,
  query: {
    ...pageParameters,
    client_id: { kind: "text", maxLength: 255, description: "Only the app of this client id." },
    kind: { kind: "choice", of: ["public", "custom"], description: "Only apps of this kind." },
  },
  answer: listOf("apps", installedApp),
  refusals: ["not_signed_in", "invalid"],
  summary: "List the apps of the shop",
  description: "One that is being uninstalled is listed until it is gone.",
  clauses: [],
});

export const listAvailableApps = operation({
  ...merchant,
  id: "installs.available",
  method: "GET",
  path: "/apps/available.json",
  params: noParams,
  query: pageParameters,
  answer: listOf("apps", availableApp),
  refusals: ["not_signed_in"],
  summary: "List the apps that the shop could install",
  description: "In development every public app of this platform; in production none.",
  clauses: [],
});

export const getInstalledApp = operation({
  ...one,
  id: "installs.get",
  method: "GET",
  path: "/apps/:id.json",
  answer: Type.Object({ app: installedApp }),
  refusals: ["not_signed_in", "not_found"],
  summary: "Get an installed app",
  clauses: [],
});

export const openApp = operation({
  ...one,
  id: "installs.open",
  method: "POST",
  path: "/apps/:id/open.json",
  answer: Type.Object({ open: signedOpening }),
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed"],
  summary: "Open an installed app",
  clauses: ["INS-14"],
});

export const createSessionToken = operation({
  ...one,
  id: "installs.session_token",
  method: "POST",
  path: "/apps/:id/session_token.json",
  answer: Type.Object({
    session_token: Type.String({ description: "A JWT, signed with HS256 and the app's client secret." }),
    expires_at: Type.String({ format: "date-time", description: "60 seconds later." }),
  }),
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed"],
  answersSecret: true,
  summary: "Make a session token for an installed app's page",
  description:
    "The app's server learns from it who works in which shop. Only for an enabled app that has a page.",
  clauses: ["INS-15"],
});

export const disableApp = operation({
  ...one,
  id: "installs.disable",
  method: "POST",
  path: "/apps/:id/disable.json",
  answer: Type.Object({ app: installedApp }),
  refusals: ["not_signed_in", "not_allowed", "not_found", "conflict", "csrf_failed"],
  summary: "Disable an app",
  description: "Its token fails and no webhook is sent to it until it is enabled again.",
  clauses: ["INS-18", "WHK-8"],
});

export const enableApp = operation({
  ...one,
  id: "installs.enable",
  method: "POST",
  path: "/apps/:id/enable.json",
  answer: Type.Object({ app: installedApp }),
  refusals: ["not_signed_in", "not_allowed", "not_found", "conflict", "csrf_failed"],
  summary: "Enable a disabled app",
  clauses: ["INS-18"],
});

export const uninstallApp = operation({
  ...one,
  id: "installs.uninstall",
  method: "DELETE",
  path: "/apps/:id.json",
  answer: nothing,
  refusals: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
  topics: ["app/uninstall"],
  summary: "Uninstall an app",
  clauses: ["INS-16", "INS-17"],
});

export const createCustomApp = operation({
  ...merchant,
  id: "custom_apps.create",
  method: "POST",
  path: "/custom_apps.json",
  params: noParams,
  query: {},
  body: customAppCreate,
  wrapper: "custom_app",
  answer: Type.Object({ custom_app: customAppCredentials }),
  refusals: ["not_signed_in", "not_allowed", "invalid", "csrf_failed"],
  answersSecret: true,
  summary: "Create a custom app for this shop",
  description: "Answers its token and secret, this once.",
  clauses: [],
});

export const regenerateCustomAppToken = operation({
  ...one,
  id: "custom_apps.regenerate_token",
  method: "POST",
  path: "/custom_apps/:id/token.json",
  answer: Type.Object({ custom_app: customAppCredentials }),
  refusals: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
  answersSecret: true,
  summary: "Regenerate a custom app's token",
  description: "The old token is revoked.",
  clauses: [],
});
