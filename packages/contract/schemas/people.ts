import { Type } from "typebox";
import { roleNames } from "../access/roles.ts";
import { emailInput, id, nullable, shortText } from "./common.ts";
import { fulfillmentUrl } from "./fulfillment-url.ts";

/** Timestamp of console records that do not belong to a store: ISO 8601 in UTC. */
export const utcTimestamp = Type.String({ format: "date-time" });

/** Minimum and maximum length of a password in characters. The length is checked before the password is hashed. */
export const passwordLength = { minLength: 8, maxLength: 200 } as const;
const password = Type.String(passwordLength);

/** The signed-in person, and the token that every write must send in X-CSRF-Token. */
export const session = Type.Object({
  account: Type.Object({ id, email: Type.String(), name: Type.String(), is_staff: Type.Boolean() }),
  csrf_token: Type.String(),
  expires_at: utcTimestamp,
});

export const signIn = Type.Object({
  email: shortText,
  password: Type.String({ maxLength: passwordLength.maxLength }),
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "Code from the authenticator app, or a recovery code. Required for an account with an authenticator app or a passkey.",
    }),
  ),
});

/** Result of a sign-up: the session, except in production, and the email address to which a link was sent. */
export const signUpResult = Type.Object({
  session: Type.Optional(session),
  email_verification: Type.Object(
    { email: Type.String(), valid_for_hours: Type.Integer() },
    {
      description:
        "The address to which an email was sent. The link in the email must be opened before a store can be created. In production, " +
        "`session` is missing and the link must be opened before signing in; the response is the same for an address that already has " +
        "an account.",
    },
  ),
});

export const signUp = Type.Object({ email: emailInput, password, name: Type.Optional(shortText) });

/** Time and reason of a suspension by the platform. */
export const suspension = Type.Object({ at: utcTimestamp, reason: Type.String() });
const suspended = nullable(suspension);

/** A store, for its members. */
export const ownStore = Type.Object({
  id,
  handle: Type.String(),
  name: Type.String(),
  domain: Type.String({ description: "Hostname of the store, the `shop` of the interface (SVC-1)." }),
  host_url: Type.String(),
  currency_code: Type.String(),
  timezone: Type.String(),
  role: Type.Enum(roleNames),
  suspended,
  created_at: utcTimestamp,
});

export const storeCreate = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 63,
      description:
        "Lowercase letters, digits and hyphens. Becomes the store's hostname and cannot be changed. Generated from " +
        "the name if omitted.",
    }),
  ),
  currency_code: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$" })),
  timezone: Type.Optional(Type.String({ maxLength: 64, description: "IANA time zone." })),
});

/** Secret of an app. Its value is shown only once. After that, only its last characters are shown. */
export const appSecret = Type.Object({
  id,
  hint: Type.String({ description: "Last four characters of the secret." }),
  state: Type.Enum(["signing", "next"], {
    description:
      "`signing`: Souk signs with this secret. `next`: the secret is accepted at the token exchange, and Souk signs with " +
      "it after `switch_at`.",
  }),
  switch_at: nullable(utcTimestamp),
  last_used_at: {
    ...nullable(utcTimestamp),
    description:
      "When the app last used the secret at the token exchange, accurate to an hour; null if never.",
  },
  created_at: utcTimestamp,
});

export const newAppSecret = Type.Object({ ...appSecret.properties, client_secret: Type.String() });

/** An app, for its partner (REG-1, REG-2). */
export const app = Type.Object({
  id,
  name: Type.String(),
  handle: Type.String(),
  client_id: Type.String(),
  app_url: Type.String(),
  redirection_urls: Type.Array(Type.String()),
  embedded: Type.Boolean(),
  requires_pkce: Type.Boolean(),
  fulfillment_urls: Type.Array(fulfillmentUrl, {
    description: "Set by platform staff (REG-4). Ask them to add or change a URL.",
  }),
  secrets: Type.Array(appSecret),
  installation_count: Type.Integer(),
  suspended: Type.Union([suspension, Type.Null()], {
    description: "Set while the app or its partner is suspended.",
  }),
  warnings: Type.Optional(Type.Array(Type.String())),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
});

const appFields = {
  app_url: Type.String({
    maxLength: 2048,
    description: "URL that Souk opens to start an installation and to show the app (REG-3).",
  }),
  redirection_urls: Type.Array(Type.String({ maxLength: 2048 }), { minItems: 1, maxItems: 20 }),
  embedded: Type.Boolean({
    description:
      "`true`: the app opens in an iframe in the admin. `false`: the app opens in a new tab after a Continue page.",
  }),
};
const appName = Type.String({ minLength: 1, maxLength: 120 });

export const appCreate = Type.Object({
  name: appName,
  handle: Type.Optional(
    Type.String({ minLength: 2, maxLength: 63, description: "Generated from the name if omitted." }),
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
  requires_pkce: Type.Optional(
    Type.Boolean({
      description:
        "Whether an authorize request of the app must have a `code_challenge` (PKCE, method S256). False at registration.",
    }),
  ),
});

const tokenLastUsedAt = {
  ...nullable(utcTimestamp),
  description: "When an access token of the installation was last used, accurate to an hour; null if never.",
};

/** Installation of an app in a store, for the app's partner. */
export const appInstallation = Type.Object({
  id,
  shop: Type.String(),
  store_name: Type.String(),
  status: Type.Enum(["enabled", "disabled", "uninstalling", "uninstalled"]),
  scopes: Type.Array(Type.String()),
  installed_at: utcTimestamp,
  uninstalled_at: nullable(utcTimestamp),
  token_last_used_at: tokenLastUsedAt,
});

/** An installed app, for the merchant. */
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
      "Set while the app or its partner is suspended. During this time, the app cannot be opened, and nothing is sent to it.",
  }),
  scopes: Type.Array(Type.Object({ scope: Type.String(), allows: Type.String() })),
  partner_name: nullable(Type.String({ description: "Name of the app's partner; null for a custom app." })),
  has_access: Type.Boolean({
    description:
      "Whether the caller may open the app. People may open an app if their rights cover all of its scopes, or if the owner or a " +
      "manager gave them access to it (`installation_ids` of the member).",
  }),
  has_page: Type.Boolean({ description: "Whether the app can be opened. A custom app has no App URL." }),
  app_origin: nullable(Type.String({ description: "Origin of the App URL." })),
  installed_at: utcTimestamp,
  token_last_used_at: tokenLastUsedAt,
});

/** Signed URL that opens an app. */
export const signedUrl = Type.Object({
  url: Type.String({ description: "App URL, or the URL of a link, with freshly signed parameters." }),
  embedded: Type.Boolean(),
});

/** App that a store can install. */
export const availableApp = Type.Object({
  client_id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
  partner_name: nullable(Type.String()),
  embedded: Type.Boolean(),
  app_origin: Type.String({ description: "Origin of the App URL." }),
  installed: Type.Boolean({
    description: "Whether the store has installed the app, even if the app is disabled.",
  }),
});

/** Credentials of a custom app. They are shown only once. */
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

/** The account that the operator creates: a platform staff account, or the account of a merchant or a partner. */
export const operatorAccountCreate = Type.Object({
  email: emailInput,
  password,
  name: Type.Optional(shortText),
});
