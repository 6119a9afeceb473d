import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdminConsole, createPartnerConsole } from "./index.ts";

function createRecordingSend() {
  const requests: { url: string; init: RequestInit }[] = [];
  const send = async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return new Response("{}", { status: 200 });
  };
  return { requests, send };
}

test("the admin's console client sends the calls for a store to paths that start with /{handle}", async () => {
  const { requests, send } = createRecordingSend();
  const admin = createAdminConsole({ store: "kedai", csrfToken: "c", send });
  await admin.products.list({ query: { limit: 5 } });
  await admin.installs.disable({ params: { id: 7 } });
  await admin.stores.list();
  assert.deepEqual(
    requests.map(({ url }) => url),
    [
      "/kedai/api/3.0/products.json?limit=5",
      "/kedai/api/console/apps/7/disable.json",
      "/api/console/stores.json",
    ],
  );
});

test("a console client sends the session's CSRF token only with requests that write", async () => {
  const { requests, send } = createRecordingSend();
  const partners = createPartnerConsole({ csrfToken: "secret", send });
  await partners.apps.list();
  await partners.apps.rotate_secret({ params: { id: 3 } });
  assert.deepEqual(
    requests.map(({ init }) => new Headers(init.headers).get("x-csrf-token")),
    [null, "secret"],
  );
});
