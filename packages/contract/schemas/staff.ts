import { Type } from "typebox";
import { id, nullable } from "./common.ts";
import { fulfillmentTopic, fulfillmentUrl } from "./fulfillment-url.ts";
import { dateUtc, suspension } from "./people.ts";

const suspended = nullable(suspension);

/** An app as the platform's staff see it. Exactly one of `partner` and `store` is set: whose it is. */
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
  installation_count: Type.Integer({ description: "Stores that have it now, enabled or disabled." }),
  suspended: Type.Union([suspension, Type.Null()], {
    description: "The app's own suspension; that of its partner stands in `partner` and counts as well.",
  }),
  created_at: dateUtc,
});

/** One app with where it answers the Fulfill action. */
export const staffAppDetail = Type.Object({
  ...staffApp.properties,
  fulfillment_urls: Type.Array(fulfillmentUrl, { description: "At most one a topic." }),
});

/** A partner as the platform's staff see it. */
export const staffPartner = Type.Object({
  id,
  name: Type.String(),
  member_count: Type.Integer(),
  app_count: Type.Integer(),
  suspended,
  created_at: dateUtc,
});

/** One partner with its people and its apps. */
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
  apps: Type.Array(staffApp, { description: "At most 250, the newest first." }),
});

/** A store as the platform's staff see it. */
export const staffStore = Type.Object({
  id,
  handle: Type.String(),
  name: Type.String(),
  domain: Type.String(),
  host_url: Type.String(),
  owner_email: nullable(Type.String()),
  app_count: Type.Integer({ description: "Apps that it has now, enabled or disabled." }),
  product_count: Type.Integer(),
  suspended,
  created_at: dateUtc,
});

/** One store with the apps that it has. */
export const staffStoreDetail = Type.Object({
  ...staffStore.properties,
  apps: Type.Array(
    Type.Object({
      id,
      name: Type.String(),
      handle: Type.String(),
      status: Type.Enum(["enabled", "disabled", "uninstalling"]),
      installed_at: dateUtc,
      suspended: Type.Union([suspension, Type.Null()], {
        description: "Set while the app or its partner is suspended.",
      }),
    }),
    { description: "At most 250, the longest installed first." },
  ),
});

/** Why staff suspend something, or lift a suspension. Merchants and partners read it. */
export const staffReason = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    description: "Kept with who and when. The reason of a suspension is shown to those it concerns.",
  }),
});

/** Where an app answers the Fulfill action of one topic, as staff set or clear it. */
export const staffFulfillmentUrl = Type.Object({
  topic: fulfillmentTopic,
  url: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], {
    description: "HTTPS and public, by the rules of webhook URLs (WHK-2); null clears it.",
  }),
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    description: "Who asked for it; kept with who and when.",
  }),
});

/** What a staff account did. */
export const staffAction = Type.Object({
  id,
  at: dateUtc,
  account: Type.Object({ id, email: Type.String(), name: Type.String() }),
  action: Type.Enum(["suspend", "lift", "set_fulfillment_url", "clear_fulfillment_url"]),
  target: Type.Object({
    kind: Type.Enum(["partner", "app", "store"]),
    id,
    name: Type.String({ description: "As it is called now." }),
  }),
  reason: Type.String(),
  detail: nullable(Type.String({ description: "The topic of a fulfillment URL, and the URL that was set." })),
  request_id: Type.String(),
});
