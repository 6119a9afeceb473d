import { Type } from "typebox";
import { id, nullable } from "./common.ts";
import { fulfillmentTopic, fulfillmentUrl } from "./fulfillment-url.ts";
import { suspension, utcTimestamp } from "./people.ts";

const suspended = nullable(suspension);

/** An app, for platform staff. Its owner is either `partner` or `store`; the other one is null. */
export const staffApp = Type.Object({
  id,
  kind: Type.Enum(["public", "custom"]),
  name: Type.String(),
  handle: Type.String(),
  client_id: Type.String(),
  app_url: Type.String(),
  embedded: Type.Boolean(),
  partner: nullable(Type.Object({ id, name: Type.String(), suspended })),
  store: nullable(Type.Object({ id, handle: Type.String() })),
  installation_count: Type.Integer({
    description: "Number of stores that have installed the app, including those that disabled it.",
  }),
  suspended: Type.Union([suspension, Type.Null()], {
    description:
      "Suspension of the app itself. A suspension of its partner also applies; it is in `partner`.",
  }),
  created_at: utcTimestamp,
});

/** App with its fulfillment URLs. */
export const staffAppDetail = Type.Object({
  ...staffApp.properties,
  fulfillment_urls: Type.Array(fulfillmentUrl, { description: "Fulfillment URLs, at most one per topic." }),
});

/** A partner, for platform staff. */
export const staffPartner = Type.Object({
  id,
  name: Type.String(),
  member_count: Type.Integer(),
  app_count: Type.Integer(),
  suspended,
  created_at: utcTimestamp,
});

/** Partner with its people and apps. */
export const staffPartnerDetail = Type.Object({
  ...staffPartner.properties,
  members: Type.Array(
    Type.Object({
      account_id: id,
      email: Type.String(),
      name: Type.String(),
      role: Type.Enum(["owner", "developer"]),
    }),
  ),
  apps: Type.Array(staffApp, { description: "At most 250 apps, newest first." }),
});

/** A store, for platform staff. */
export const staffStore = Type.Object({
  id,
  handle: Type.String(),
  name: Type.String(),
  domain: Type.String(),
  host_url: Type.String(),
  owner_email: nullable(Type.String()),
  app_count: Type.Integer({ description: "Number of installed apps, including disabled ones." }),
  product_count: Type.Integer(),
  suspended,
  created_at: utcTimestamp,
});

/** Store with its installed apps. */
export const staffStoreDetail = Type.Object({
  ...staffStore.properties,
  apps: Type.Array(
    Type.Object({
      id,
      name: Type.String(),
      handle: Type.String(),
      status: Type.Enum(["enabled", "disabled", "uninstalling"]),
      installed_at: utcTimestamp,
      suspended: Type.Union([suspension, Type.Null()], {
        description: "Set while the app or its partner is suspended.",
      }),
    }),
    { description: "At most 250 apps, the earliest installed first." },
  ),
});

/** Reason for a suspension, or for lifting it. */
export const staffReason = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    description:
      "Reason, stored with actor and time. The reason for a suspension is shown to the merchants or partners concerned.",
  }),
});

/** Request body with which platform staff set or clear the fulfillment URL of one topic. */
export const staffFulfillmentUrl = Type.Object({
  topic: fulfillmentTopic,
  url: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], {
    description: "Public HTTPS URL, with the same rules as webhook URLs (WHK-2); null clears it.",
  }),
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    description: "Who requested the change; stored with actor and time.",
  }),
});

/** Action of a staff account. */
export const staffAction = Type.Object({
  id,
  at: utcTimestamp,
  account: Type.Object({ id, email: Type.String(), name: Type.String() }),
  action: Type.Enum([
    "suspend",
    "lift",
    "set_fulfillment_url",
    "clear_fulfillment_url",
    "end_sessions",
    "send_password_reset",
  ]),
  target: Type.Object({
    kind: Type.Enum(["partner", "app", "store", "account"]),
    id,
    name: Type.String({ description: "Current name of the target; for an account, its email address." }),
  }),
  reason: Type.String(),
  detail: nullable(Type.String({ description: "Topic and value of a fulfillment URL." })),
  request_id: Type.String(),
});
