import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { buildSignedString, computeHmacHex, decodeQuery, isSignedBody, isSignedUrl } from "../signatures.ts";

interface Vectors {
  query: {
    name: string;
    secret: string;
    parameters: Record<string, string>;
    signed_string: string;
    hmac: string;
    query: string;
  }[];
  body: { name: string; secret: string; body: string; hmac: string }[];
}

const file = join(import.meta.dirname, "../../packages/signing/vectors.json");
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;

test("INS-2: the tests' verifier of signed queries agrees with test vectors from other tools", () => {
  assert.ok(vectors.query.length >= 5);
  for (const { name, secret, parameters, signed_string, hmac, query } of vectors.query) {
    const decodedQuery = decodeQuery(query);
    decodedQuery.delete("hmac");
    assert.deepEqual(Object.fromEntries(decodedQuery), parameters, name);
    assert.equal(buildSignedString(decodedQuery), signed_string, name);
    assert.equal(computeHmacHex(secret, signed_string), hmac, name);
    assert.ok(isSignedUrl(new URL(`https://app.example/?${query}`), secret), name);
    assert.ok(!isSignedUrl(new URL(`https://app.example/?${query}&more=1`), secret), name);
  }
});

test("WHK-5: the tests' webhook verifier agrees with test vectors from other tools", () => {
  assert.ok(vectors.body.length >= 5);
  for (const { name, secret, body, hmac } of vectors.body) {
    assert.ok(isSignedBody(Buffer.from(body), hmac, secret), name);
    assert.ok(!isSignedBody(Buffer.from(`${body} `), hmac, secret), name);
    assert.ok(!isSignedBody(Buffer.from(body), hmac, `${secret}x`), name);
  }
});

test("decoding a signed query with an encoded & or a repeated key throws", () => {
  assert.throws(() => decodeQuery("shop=a%26code%3Db&hmac=0"), /contains an &/);
  assert.throws(() => decodeQuery("shop=a&shop=b"), /repeated/);
});
