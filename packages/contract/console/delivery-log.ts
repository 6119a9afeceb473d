import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
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

const reading = {
  surface: "partner_console",
  caller: "session",
  scopes: [],
  method: "GET",
  badge: "decided",
  clauses: [],
} as const;
const ofInstallation = {
  ...reading,
  params: Type.Object({ id, installation_id: id }),
  refusals: ["not_signed_in", "not_found"],
} as const;

export const listAppSummaries = operation({
  ...reading,
  id: "app_summaries.list",
  path: "/app_summaries.json",
  params: noParams,
  query: { ...pageParameters, ids: { ...listParameters.ids, description: "Only the apps with these ids." } },
  answer: listOf("app_summaries", appSummary),
  refusals: ["not_signed_in", "invalid"],
  summary: "How your apps fare: installations now, deliveries of the last 24 hours",
  description: "In the order and with the pages of the list of your apps.",
});

export const getAppInstallation = operation({
  ...ofInstallation,
  id: "app_installations.get",
  path: "/apps/:id/installations/:installation_id.json",
  query: {},
  answer: Type.Object({ installation: appInstallation }),
  summary: "Get one installation of an app",
});

export const listInstallationWebhooks = operation({
  ...ofInstallation,
  id: "app_installations.webhooks",
  path: "/apps/:id/installations/:installation_id/webhooks.json",
  query: pageParameters,
  answer: listOf("webhooks", installationWebhook),
  summary: "List the webhook subscriptions of an installation",
  description: "Successes and failures are looked for in its last 10,000 deliveries.",
});

export const listInstallationHours = operation({
  ...ofInstallation,
  id: "app_installations.delivery_hours",
  path: "/apps/:id/installations/:installation_id/delivery_hours.json",
  query: {},
  answer: Type.Object({
    delivery_hours: Type.Array(deliveryHour, { description: "The last 24 hours, the present one last." }),
  }),
  summary: "How sending to an installation went, hour by hour",
});

export const listInstallationDeliveries = operation({
  ...ofInstallation,
  id: "app_installations.deliveries",
  path: "/apps/:id/installations/:installation_id/deliveries.json",
  query: {
    limit: listParameters.limit,
    state: { kind: "choice", of: deliveryStates, description: "Only deliveries in this state." },
    topic: { kind: "text", maxLength: 255, description: "Only deliveries of this topic." },
    before: { kind: "id", description: "The next_before of a former answer: goes on below it." },
  },
  answer: Type.Object({
    deliveries: Type.Array(installationDelivery),
    next_before: nullable(
      Type.Integer({ description: "Send it as before to go on; null at the end of what is kept." }),
    ),
  }),
  refusals: ["not_signed_in", "not_found", "invalid"],
  summary: "List the last deliveries to an installation, the latest first",
  description: "Kept for 14 days. Payloads are not shown.",
});
