import { Type } from "typebox";
import { emailIn, id, nullable, shortText } from "./common.ts";
import { fulfillmentUrl } from "./fulfillment-url.ts";

/** Instants of console records that belong to no store: ISO 8601 in UTC. */
export const dateUtc = Type.String({ format: "date-time" });

/** Bounds of a password, in characters; the upper one is checked before anything is hashed. */
export const passwordLength = { minLength: 8, maxLength: 200 } as const;
const password = Type.String(passwordLength);

/** Who is signed in on this origin, and the token that every write must carry in X-CSRF-Token. */
export const session = Type.Object({
  account: Type.Object({ id, email: Type.String(), name: Type.String(), is_staff: Type.Boolean() }),
  csrf_token: Type.String(),
  expires_at: dateUtc,
});

export const signIn = Type.Object({
  email: shortText,
  password: Type.String({ maxLength: passwordLength.maxLength }),
});

export const signUp = Type.Object({ email: emailIn, password, name: Type.Optional(shortText) });

/** Since when the platform has suspended something, and why. */
export const suspension = Type.Object({ at: dateUtc, reason: Type.String() });
const suspended = nullable(suspension);

/** A shop as its people see it. */
export const ownStore = Type.Object({
  id,
  handle: Type.String(),
  name: Type.String(),
  domain: Type.String({ description: "The shop's hostname, the `shop` of the interface (SVC-1)." }),
  host_url: Type.String(),
  currency_code: Type.String(),
  timezone: Type.String(),
  role: Type.Enum(["owner", "manager", "staff"]),
  suspended,
  created_at: dateUtc,
});

export const storeCreate = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 63,
      description:
        "Lower-case letters, digits and hyphens; it becomes the shop's hostname and never changes. Made from the name " +
        "when left out.",
    }),
  ),
  currency_code: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$" })),
  timezone: Type.Optional(Type.String({ maxLength: 64, description: "An IANA time zone." })),
});

/** Signing up on the admin's origin may create the account's first shop with it. */
export const merchantSignUp = Type.Object({ ...signUp.properties, store: Type.Optional(storeCreate) });

/** A secret of an app: its value is shown once, afterwards only its last characters. */
export const appSecret = Type.Object({
  id,
  hint: Type.String({ description: "Its last four characters." }),
  state: Type.Enum(["signing", "next"], {
    description: "`next` is accepted at the token exchange and signs from switch_at on.",
  }),
  switch_at: nullable(dateUtc),
  created_at: dateUtc,
});

export const newAppSecret = Type.Object({ ...appSecret.properties, client_secret: Type.String() });

/** An app as its partner sees it (REG-1, REG-2). */
export const app = Type.Object({
  id,
  name: Type.String(),
  handle: Type.String(),
  client_id: Type.String(),
  app_url: Type.String(),
  redirection_urls: Type.Array(Type.String()),
  embedded: Type.Boolean(),
  fulfillment_urls: Type.Array(fulfillmentUrl, {
    description: "Set by the platform's staff (REG-4); ask them to add or change one.",
  }),
  secrets: Type.Array(appSecret),
  installation_count: Type.Integer(),
  suspended: Type.Union([suspension, Type.Null()], {
    description: "Set while the app or its partner is suspended.",
  }),
  warnings: Type.Optional(Type.Array(Type.String())),
  created_at: dateUtc,
  updated_at: dateUtc,
});

const appFields = {
  app_url: Type.String({
    maxLength: 2048,
    description: "Receives installation starts and embedded loads (REG-3).",
  }),
  redirection_urls: Type.Array(Type.String({ maxLength: 2048 }), { minItems: 1, maxItems: 20 }),
  embedded: Type.Boolean({
    description: "True: in an iframe of the admin. False: a Continue page and a new tab.",
  }),
};
const appName = Type.String({ minLength: 1, maxLength: 120 });

export const appCreate = Type.Object({
  name: appName,
  handle: Type.Optional(
    Type.String({ minLength: 2, maxLength: 63, description: "Made from the name when left out." }),
  ),
  app_url: appFields.app_url,
  redirection_urls: appFields.redirection_urls,
  embedded: Type.Optional(appFields.embedded),
});

export const appUpdate = Type.Object({
  name: Type.Optional(appName),
  app_url: Type.Optional(appFields.app_url),
  redirection_urls: Type.Optional(appFields.redirection_urls),
  embedded: Type.Optional(appFields.embedded),
});

/** A store that has the app, as its partner sees it. */
export const appInstallation = Type.Object({
  id,
  shop: Type.String(),
  store_name: Type.String(),
  status: Type.Enum(["enabled", "disabled", "uninstalling", "uninstalled"]),
  scopes: Type.Array(Type.String()),
  installed_at: dateUtc,
  uninstalled_at: nullable(dateUtc),
});

/** An installed app as the merchant sees it. */
export const installedApp = Type.Object({
  id,
  client_id: Type.String(),
  name: Type.String(),
  handle: Type.String(),
  kind: Type.Enum(["public", "custom"]),
  embedded: Type.Boolean(),
  status: Type.Enum(["enabled", "disabled", "uninstalling"]),
  suspended: Type.Union([suspension, Type.Null()], {
    description:
      "Set while the app or its partner is suspended: it cannot be opened, and nothing is sent to it.",
  }),
  scopes: Type.Array(Type.Object({ scope: Type.String(), allows: Type.String() })),
  partner_name: nullable(Type.String({ description: "Who makes it; null for a custom app." })),
  has_page: Type.Boolean({ description: "Whether it can be opened: a custom app has no App URL." }),
  app_origin: nullable(Type.String({ description: "The origin of its App URL, where its page comes from." })),
  installed_at: dateUtc,
});

/** Where the browser goes to open an app. */
export const signedOpening = Type.Object({
  url: Type.String({ description: "The App URL, or a link's address, with freshly signed parameters." }),
  embedded: Type.Boolean(),
});

/** An app of this platform that a shop may install. */
export const availableApp = Type.Object({
  client_id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
  partner_name: nullable(Type.String()),
  embedded: Type.Boolean(),
  app_origin: Type.String({ description: "The origin of its App URL." }),
  installed: Type.Boolean({ description: "Whether the shop has it, also while it is disabled." }),
});

/** A custom app's credentials, shown once. */
export const customAppCredentials = Type.Object({
  id,
  client_id: Type.String(),
  client_secret: Type.Optional(Type.String()),
  access_token: Type.String(),
  scope: Type.String(),
});

export const customAppCreate = Type.Object({
  name: appName,
  scopes: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 64 }),
});

export const staffCreate = Type.Object({ email: emailIn, password, name: Type.Optional(shortText) });
