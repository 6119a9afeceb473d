import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { canonicalQuery, signBody, signQuery } from "./index.ts";
import { readVectors } from "./testing/read-vectors.ts";

const present = spawnSync("openssl", ["version"]).status === 0;

function opensslHmac(message: string | Uint8Array, secret: string): string {
  const answer = spawnSync("openssl", ["dgst", "-sha256", "-hmac", secret, "-r"], { input: message });
  assert.equal(answer.status, 0, String(answer.stderr));
  return String(answer.stdout).slice(0, 64);
}

// A machine without the binary still has the vectors, which were made with other tools.
if (present) {
  test("openssl computes the same signature of every vector", () => {
    const { query, body } = readVectors();
    for (const vector of query) {
      const canonical = canonicalQuery(vector.parameters);
      assert.ok(canonical.ok);
      assert.equal(signQuery(vector.parameters, vector.secret), opensslHmac(canonical.text, vector.secret));
    }
    for (const vector of body) {
      assert.equal(signBody(vector.body, vector.secret), opensslHmac(vector.body, vector.secret));
    }
  });

  test("openssl computes the same signature of a body of 1 MB and of one in many scripts", () => {
    const large = Buffer.alloc(1024 * 1024, "Café 商店 😀 ");
    for (const body of [large, Buffer.from('{"title":"ÅÄÖ ñ ش ข 商 😀\\u0000"}')]) {
      assert.equal(signBody(body, "spk_3f9a1c7e5b2d4860"), opensslHmac(body, "spk_3f9a1c7e5b2d4860"));
    }
  });
}
