import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdminConsole, createPartnerConsole } from "./index.ts";

function createRecordingSend() {
  const sent: { url: string; init: RequestInit }[] = [];
  const send = async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response("{}", { status: 200 });
  };
  return { sent, send };
}

test("a merchant's panel calls the store's API and console below the store's handle", async () => {
  const { sent, send } = createRecordingSend();
  const admin = createAdminConsole({ store: "kedai", csrfToken: "c", send });
  await admin.products.list({ query: { limit: 5 } });
  await admin.installs.disable({ params: { id: 7 } });
  await admin.stores.list();
  assert.deepEqual(
    sent.map(({ url }) => url),
    [
      "/kedai/api/3.0/products.json?limit=5",
      "/kedai/api/console/apps/7/disable.json",
      "/api/console/stores.json",
    ],
  );
});

test("only writes have the session's CSRF token", async () => {
  const { sent, send } = createRecordingSend();
  const partners = createPartnerConsole({ csrfToken: "secret", send });
  await partners.apps.list();
  await partners.apps.rotate_secret({ params: { id: 3 } });
  assert.deepEqual(
    sent.map(({ init }) => new Headers(init.headers).get("x-csrf-token")),
    [null, "secret"],
  );
});
