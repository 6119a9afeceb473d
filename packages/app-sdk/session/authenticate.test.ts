import assert from "node:assert/strict";
import { test } from "node:test";
import { signSessionToken } from "@souk/signing";
import { createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";

const secret = "spk_3f9a1c7e5b2d4860";
const now = new Date("2026-11-21T07:00:00Z");
const store = memoryTokenStore();
await store.save({
  shop: "demo.souk.localhost",
  host_url: "http://admin.souk.localhost:4000/demo",
  access_token: "t",
  scope: "",
  installed_at: "2026-11-21T00:00:00.000Z",
  subscribed: "",
});
const apiCalls: { url: string; headers: Headers }[] = [];
const app = createApp({
  clientId: "souk_app_1",
  clientSecret: ["new", secret],
  appUrl: "http://localhost:4100/",
  scopes: [],
  storeDomainSuffix: "souk.localhost",
  store,
  now: () => now,
  page: () => new Response(),
  send: async (url, { headers }) => {
    apiCalls.push({ url, headers: new Headers(headers) });
    return Response.json({ webhooks: [], total_count: 0, page_count: 1, page: 1, limit: 50 });
  },
});
const nowSeconds = now.getTime() / 1000;
const createToken = (overrides: object = {}): string =>
  signSessionToken(
    {
      iss: "http://admin.souk.localhost:4000/demo",
      dest: "http://demo.souk.localhost:4000",
      aud: "souk_app_1",
      sub: "42",
      iat: nowSeconds,
      nbf: nowSeconds,
      exp: nowSeconds + 60,
      jti: "j",
      sid: "s",
      role: "packer",
      rights: ["orders.view", "a_right.of_a_newer_platform"],
      scopes: ["read_products", "a_scope_of_a_newer_platform"],
      ...overrides,
    },
    secret,
  );

test("a session token identifies the store and the account, and gives API access", async () => {
  for (const headers of [
    new Headers({ authorization: `Bearer ${createToken()}` }),
    { authorization: `bearer ${createToken()}` },
  ]) {
    const session = await app.authenticate({ headers });
    assert.ok(session.ok);
    assert.deepEqual(
      [session.shop, session.host_url, session.account_id, session.session_id],
      ["demo.souk.localhost", "http://admin.souk.localhost:4000/demo", "42", "s"],
    );
    assert.deepEqual(
      [session.role, session.rights, session.scopes],
      ["packer", ["orders.view"], ["read_products"]],
    );
    await session.api.webhooks.list();
  }
  assert.equal(apiCalls[0]?.url, "http://demo.souk.localhost:4000/api/3.0/webhooks.json");
  assert.equal(apiCalls[0]?.headers.get("service-access-token"), "t");
});

test("a request with an invalid session token gets 401 and the reason", async () => {
  const cases: [string | undefined, string][] = [
    [undefined, "missing_token"],
    ["", "missing_token"],
    [`Basic ${createToken()}`, "missing_token"],
    ["Bearer a.b.c", "malformed"],
    [`Bearer ${createToken()}x`, "bad_signature"],
    [`Bearer ${createToken({ aud: "another" })}`, "wrong_audience"],
    [`Bearer ${createToken({ exp: nowSeconds - 10 })}`, "expired"],
    [`Bearer ${createToken({ role: undefined })}`, "bad_claims"],
    [`Bearer ${createToken({ scopes: "read_products" })}`, "bad_claims"],
    [`Bearer ${createToken({ nbf: nowSeconds + 10 })}`, "not_yet_valid"],
    [`Bearer ${createToken({ dest: "https://demo.evil.example" })}`, "bad_shop"],
    [`Bearer ${createToken({ dest: "https://other.souk.localhost" })}`, "not_installed"],
  ];
  for (const [authorization, reason] of cases) {
    const session = await app.authenticate({ headers: { authorization } });
    assert.ok(!session.ok);
    assert.equal(session.reason, reason);
    assert.equal(session.response.status, 401);
    assert.match(session.response.headers.get("www-authenticate") ?? "", /^Bearer/);
    const { error } = (await session.response.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, reason);
    assert.match(error.message, /\.$/);
  }
});

test("a session token in a query or a cookie is ignored, because another site could send it", async () => {
  const request = new Request(`http://localhost:4100/api?authorization=Bearer+${createToken()}`, {
    headers: { cookie: `authorization=Bearer ${createToken()}` },
  });
  const session = await app.authenticate(request);
  assert.equal(session.ok, false);
});
