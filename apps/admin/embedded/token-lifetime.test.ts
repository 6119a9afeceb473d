import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenLifetime } from "./token-lifetime.ts";

test("a token states for how long it is valid", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = { iss: "https://admin.souk.example/kedai?>>>", iat: 1_700_000_000, exp: 1_700_000_060 };
  assert.equal(tokenLifetime(`${part({ alg: "HS256" })}.${part(payload)}.signature`), 60);
});
