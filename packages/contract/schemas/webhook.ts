import Type from "typebox";
import { dateOut, id, shortText, url } from "./common.ts";

/** A subscription: one URL for one topic of one app in one store (WHK-3). */
export const webhook = Type.Object({
  id,
  topic: Type.String(),
  url: Type.String(),
  created_at: dateOut,
  updated_at: dateOut,
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: "Something worth a look: an unknown topic, a loopback address.",
    }),
  ),
});

/** Body of POST /webhooks.json; the topic is not validated (WHK-1). */
export const webhookCreate = Type.Object({
  topic: Type.String({ minLength: 1, maxLength: 255 }),
  url,
});

export const webhookUpdate = Type.Object({ url });

/** Body of the token exchange (INS-8). */
export const tokenRequest = Type.Object({ code: shortText, client_id: shortText, client_secret: shortText });

/** Its answer: the token and the granted scopes, comma-separated. */
export const tokenAnswer = Type.Object({
  access_token: Type.String({ description: "Valid until the app is uninstalled (INS-13)." }),
  scope: Type.String({ description: "Granted scopes, comma-separated." }),
});
