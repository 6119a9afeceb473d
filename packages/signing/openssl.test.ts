import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { buildCanonicalQuery, signBody, signQuery } from "./index.ts";
import { readVectors } from "./testing/read-vectors.ts";

const isOpensslInstalled = spawnSync("openssl", ["version"]).status === 0;

function computeOpensslHmac(message: string | Uint8Array, secret: string): string {
  const result = spawnSync("openssl", ["dgst", "-sha256", "-hmac", secret, "-r"], { input: message });
  assert.equal(result.status, 0, String(result.stderr));
  return String(result.stdout).slice(0, 64);
}

// If openssl is not installed, the test vectors still cover the signatures. They were created with other tools.
if (isOpensslInstalled) {
  test("openssl computes the same signature for every test vector", () => {
    const { query, body } = readVectors();
    for (const vector of query) {
      const canonical = buildCanonicalQuery(vector.parameters);
      assert.ok(canonical.ok);
      assert.equal(
        signQuery(vector.parameters, vector.secret),
        computeOpensslHmac(canonical.text, vector.secret),
      );
    }
    for (const vector of body) {
      assert.equal(signBody(vector.body, vector.secret), computeOpensslHmac(vector.body, vector.secret));
    }
  });

  test("openssl computes the same signature for a 1 MB body and for non-Latin text", () => {
    const largeBody = Buffer.alloc(1024 * 1024, "Café 商店 😀 ");
    for (const body of [largeBody, Buffer.from('{"title":"ÅÄÖ ñ ش ข 商 😀\\u0000"}')]) {
      assert.equal(signBody(body, "spk_3f9a1c7e5b2d4860"), computeOpensslHmac(body, "spk_3f9a1c7e5b2d4860"));
    }
  });
}
