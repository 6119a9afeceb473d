import { Type } from "typebox";
import { shortText } from "./common.ts";

/** Body of the token exchange (INS-8). */
export const tokenRequest = Type.Object({ code: shortText, client_id: shortText, client_secret: shortText });

/** Its answer: the token and the granted scopes, comma-separated. */
export const tokenAnswer = Type.Object({
  access_token: Type.String({ description: "Valid until the app is uninstalled (INS-13)." }),
  scope: Type.String({ description: "Granted scopes, comma-separated." }),
});
