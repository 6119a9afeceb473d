import assert from "node:assert/strict";
import { test } from "node:test";
import { signQuery } from "@souk/signing";
import { createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";

const secret = "spk_3f9a1c7e5b2d4860";
const now = new Date("2026-11-21T08:00:00Z");
const brokenStore = {
  ...memoryTokenStore(),
  load: () => Promise.reject(new Error("the database is unavailable")),
};
const app = createApp({
  clientId: "c",
  clientSecret: secret,
  appUrl: "http://localhost:4100/",
  scopes: [],
  storeDomainSuffix: "souk.localhost",
  store: brokenStore,
  page: () => new Response(),
  onError: () => undefined,
  now: () => now,
});

/** Load the App URL. @returns the status of the response and the origins that may frame it */
async function loadPage(changes: Record<string, string>, signingSecret = secret): Promise<[number, string]> {
  const query = {
    shop: "demo.souk.localhost",
    host_url: "http://admin.souk.localhost:4000/demo",
    timestamp: String(now.getTime() / 1000),
    ...changes,
  };
  const search = new URLSearchParams({ ...query, hmac: signQuery(query, signingSecret) });
  const { status, headers } = await app.fetch(new Request(`http://localhost:4100/?${search}`));
  const ancestors = /frame-ancestors ([^;]+)/.exec(headers.get("content-security-policy") ?? "")?.[1];
  return [status, ancestors ?? "any"];
}

test("only the platform's admin may frame the error page for an unverified App URL", async () => {
  const adminOrigin = "http://admin.souk.localhost:4000";
  assert.deepEqual(await loadPage({}, "another"), [403, adminOrigin]);
  assert.deepEqual(await loadPage({ timestamp: "1" }), [403, adminOrigin]);
  for (const host_url of ["http://evil.example/demo", "http://shop.souk.localhost:4000/demo", "admin", ""])
    assert.deepEqual(await loadPage({ host_url }, "another"), [403, "'none'"]);
});

test("the admin may frame the page for an error that occurs before the page handler is called", async () => {
  assert.deepEqual(await loadPage({}), [500, "http://admin.souk.localhost:4000"]);
});
