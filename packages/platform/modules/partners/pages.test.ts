import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SignedIn } from "../../routing/call.ts";
import { partnersPages } from "./index.ts";
import { openDesk, type PartnerDesk } from "./testing/partner-desk.ts";

let desk: PartnerDesk;

before(async () => {
  desk = await openDesk();
});
after(() => desk.stop());

test("the first page lists the apps with their client ids and links, and the reference", async () => {
  const someone = await desk.person("someone");
  const [route] = partnersPages(desk.development);
  assert.ok(route);
  const signed_in: SignedIn = {
    ...someone,
    is_staff: false,
    csrf_token: "the-token",
    expires_at: new Date(),
    session_hash: Buffer.alloc(32),
    role: null,
  };
  const show = async () => {
    const answer = await route.handle(desk.database, {
      request_id: "r",
      address: "/",
      store: null,
      signed_in,
      params: {},
      query: [],
      form: new Map(),
      client_address: "127.0.0.1",
      nonce: "n0",
    });
    assert.ok("html" in answer);
    return answer.html;
  };
  assert.match(await show(), /not registered an app yet[\s\S]*href="\/docs"/);
  const { app } = await desk.register(
    someone,
    { name: "<Sync>", app_url: "http://localhost:1234/" },
    desk.development,
  );
  const html = await show();
  assert.match(html, /&lt;Sync&gt;/);
  assert.ok(html.includes(`<code>${app.client_id}</code>`));
  assert.ok(html.includes(`href="https://admin.souk.shop/apps/install/${app.client_id}"`));
  assert.match(html, /class="warning"/);
});
