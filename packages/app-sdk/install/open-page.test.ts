import assert from "node:assert/strict";
import { test } from "node:test";
import { signQuery } from "@souk/signing";
import { createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";

const secret = "spk_3f9a1c7e5b2d4860";
const now = new Date("2026-11-21T08:00:00Z");
const store = { ...memoryTokenStore(), load: () => Promise.reject(new Error("the database is unavailable")) };
const app = createApp({
  clientId: "c",
  clientSecret: secret,
  appUrl: "http://localhost:4100/",
  scopes: [],
  storeDomainSuffix: "souk.localhost",
  store,
  page: () => new Response(),
  onError: () => undefined,
  now: () => now,
});

async function load(changes: Record<string, string>, signedWith = secret): Promise<[number, string]> {
  const query = {
    shop: "demo.souk.localhost",
    host_url: "http://admin.souk.localhost:4000/demo",
    timestamp: String(now.getTime() / 1000),
    ...changes,
  };
  const search = new URLSearchParams({ ...query, hmac: signQuery(query, signedWith) });
  const { status, headers } = await app.fetch(new Request(`http://localhost:4100/?${search}`));
  const ancestors = /frame-ancestors ([^;]+)/.exec(headers.get("content-security-policy") ?? "")?.[1];
  return [status, ancestors ?? "anyone"];
}

test("an unsigned load shows its reason only in the admin's frame", async () => {
  const admin = "http://admin.souk.localhost:4000";
  assert.deepEqual(await load({}, "another"), [403, admin]);
  assert.deepEqual(await load({ timestamp: "1" }), [403, admin]);
  for (const host_url of ["http://evil.example/demo", "http://shop.souk.localhost:4000/demo", "admin", ""])
    assert.deepEqual(await load({ host_url }, "another"), [403, "'none'"]);
});

test("the admin's frame shows a person that the app failed before its page", async () => {
  assert.deepEqual(await load({}), [500, "http://admin.souk.localhost:4000"]);
});
