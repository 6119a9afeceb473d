import assert from "node:assert/strict";
import { test } from "node:test";
import { readTokenLifetime } from "./token-lifetime.ts";

test("the lifetime of a session token is computed from the issue and expiry times in the token", () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  // The `?>>>` puts a `-` into the encoded payload. This character occurs in base64url but not in plain base64.
  const payload = { iss: "https://admin.souk.example/kedai?>>>", iat: 1_700_000_000, exp: 1_700_000_060 };
  assert.equal(readTokenLifetime(`${encode({ alg: "HS256" })}.${encode(payload)}.signature`), 60);
});
