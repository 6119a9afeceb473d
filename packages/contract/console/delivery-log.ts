import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters, pageParameters } from "../query.ts";
import { id, noParams, nullable } from "../schemas/common.ts";
import {
  appSummary,
  deliveryHour,
  deliveryStates,
  installationDelivery,
  installationWebhook,
} from "../schemas/delivery-log.ts";
import { appInstallation } from "../schemas/people.ts";

const readOperation = {
  surface: "partner_console",
  auth: "session",
  scopes: [],
  rights: [],
  method: "GET",
  definedBy: "souk",
  clauses: [],
} as const;
const installationOperation = {
  ...readOperation,
  params: Type.Object({ id, installation_id: id }),
  errors: ["not_signed_in", "not_found"],
} as const;

export const listAppSummaries = defineOperation({
  ...readOperation,
  id: "app_summaries.list",
  path: "/app_summaries.json",
  params: noParams,
  query: {
    ...pageParameters,
    ids: { ...listParameters.ids, description: "Returns the apps with these ids." },
  },
  response: createListSchema("app_summaries", appSummary),
  errors: ["not_signed_in", "invalid"],
  summary: "List app health summaries",
  description:
    "For each of your apps, returns its current installations and its deliveries of the last 24 hours. Sorting " +
    "and paging are the same as in the app list.",
});

export const getAppInstallation = defineOperation({
  ...installationOperation,
  id: "app_installations.get",
  path: "/apps/:id/installations/:installation_id.json",
  query: {},
  response: Type.Object({ installation: appInstallation }),
  summary: "Get an installation of an app",
});

export const listInstallationWebhooks = defineOperation({
  ...installationOperation,
  id: "app_installations.webhooks",
  path: "/apps/:id/installations/:installation_id/webhooks.json",
  query: pageParameters,
  response: createListSchema("webhooks", installationWebhook),
  summary: "List the webhook subscriptions of an installation",
  description:
    "The last success and the last failure are looked up in the 10,000 latest deliveries of each subscription.",
});

export const listInstallationHours = defineOperation({
  ...installationOperation,
  id: "app_installations.delivery_hours",
  path: "/apps/:id/installations/:installation_id/delivery_hours.json",
  query: {},
  response: Type.Object({
    delivery_hours: Type.Array(deliveryHour, { description: "Last 24 hours, ending with the current hour." }),
  }),
  summary: "List the hourly deliveries of an installation",
});

export const listInstallationDeliveries = defineOperation({
  ...installationOperation,
  id: "app_installations.deliveries",
  path: "/apps/:id/installations/:installation_id/deliveries.json",
  query: {
    limit: listParameters.limit,
    state: { kind: "choice", of: deliveryStates, description: "Returns deliveries in this state." },
    topic: { kind: "text", maxLength: 255, description: "Returns deliveries of this topic." },
    before: {
      kind: "id",
      description: "The `next_before` of the previous response. Continues with older deliveries.",
    },
  },
  response: Type.Object({
    deliveries: Type.Array(installationDelivery),
    next_before: nullable(
      Type.Integer({ description: "Send as `before` to get the next page. Null at the end of the log." }),
    ),
  }),
  errors: ["not_signed_in", "not_found", "invalid"],
  summary: "List the deliveries of an installation",
  description: "Returns deliveries of the last 14 days, newest first, without their payloads.",
});
