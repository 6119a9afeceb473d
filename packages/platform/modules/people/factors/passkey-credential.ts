import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { Type } from "typebox";
import { Check } from "typebox/value";

const text = Type.String({ minLength: 1, maxLength: 20_000 });
const commonProperties = { id: text, rawId: text, type: Type.Literal("public-key") };

/** The response of a browser that has created a passkey, with the fields that this file checks. SimpleWebAuthn checks the rest. */
const createdPasskeySchema = Type.Object({
  ...commonProperties,
  response: Type.Object({ clientDataJSON: text, attestationObject: text }),
});

/** The response of a browser that has used a passkey, with the fields that this file checks. */
const usedPasskeySchema = Type.Object({
  ...commonProperties,
  response: Type.Object({ clientDataJSON: text, authenticatorData: text, signature: text }),
});

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Parse the response of a browser that has created a passkey, or return null if the text is not such a response. */
export function parseCreatedPasskey(json: string): RegistrationResponseJSON | null {
  const value = parseJson(json);
  return Check(createdPasskeySchema, value) ? (value as unknown as RegistrationResponseJSON) : null;
}

/** Parse the response of a browser that has used a passkey, or return null if the text is not such a response. */
export function parseUsedPasskey(json: string): AuthenticationResponseJSON | null {
  const value = parseJson(json);
  return Check(usedPasskeySchema, value) ? (value as unknown as AuthenticationResponseJSON) : null;
}

/** Return the challenge that a browser has signed. If the response has none, return an empty string, which is never a challenge. */
export function getChallenge({
  response,
}: Pick<RegistrationResponseJSON | AuthenticationResponseJSON, "response">): string {
  const clientData = parseJson(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"));
  const challenge = (clientData as { challenge?: unknown } | null)?.challenge;
  return typeof challenge === "string" ? challenge : "";
}
