import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { Type } from "typebox";
import { Check } from "typebox/value";

const text = Type.String({ minLength: 1, maxLength: 20_000 });
const common = { id: text, rawId: text, type: Type.Literal("public-key") };

/** The response of a browser that has created a passkey, as far as it is read before the library checks it. */
const createdPasskeySchema = Type.Object({
  ...common,
  response: Type.Object({ clientDataJSON: text, attestationObject: text }),
});

/** The response of a browser that has used a passkey. */
const usedPasskeySchema = Type.Object({
  ...common,
  response: Type.Object({ clientDataJSON: text, authenticatorData: text, signature: text }),
});

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Parse the response of a browser that has created a passkey. Returns null if it has another shape. */
export function parseCreatedPasskey(json: string): RegistrationResponseJSON | null {
  const value = parseJson(json);
  return Check(createdPasskeySchema, value) ? (value as unknown as RegistrationResponseJSON) : null;
}

/** Parse the response of a browser that has used a passkey. Returns null if it has another shape. */
export function parseUsedPasskey(json: string): AuthenticationResponseJSON | null {
  const value = parseJson(json);
  return Check(usedPasskeySchema, value) ? (value as unknown as AuthenticationResponseJSON) : null;
}

/** Read the challenge that a browser has signed. Returns an empty text, which is no challenge, if there is none. */
export function readChallenge({
  response,
}: Pick<RegistrationResponseJSON | AuthenticationResponseJSON, "response">): string {
  const clientData = parseJson(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"));
  const challenge = (clientData as { challenge?: unknown } | null)?.challenge;
  return typeof challenge === "string" ? challenge : "";
}
