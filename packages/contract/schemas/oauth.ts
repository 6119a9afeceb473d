import { Type } from "typebox";
import { shortText } from "./common.ts";

/** Request body of the token exchange (INS-8). */
export const tokenRequest = Type.Object({
  code: { ...shortText, description: "Authorization code from the redirect." },
  client_id: { ...shortText, description: "Client id of the app." },
  client_secret: { ...shortText, description: "Client secret of the app." },
  code_verifier: Type.Optional(
    Type.String({
      minLength: 43,
      maxLength: 128,
      pattern: "^[A-Za-z0-9._~-]+$",
      description:
        "Verifier for the `code_challenge` (PKCE, method S256). Required if the authorize request had a `code_challenge`, otherwise omitted.",
    }),
  ),
});

/** Response of the token exchange (INS-10). */
export const tokenResponse = Type.Object({
  access_token: Type.String({ description: "Access token, valid until the app is uninstalled." }),
  scope: Type.String({ description: "Granted scopes, separated by commas." }),
});
