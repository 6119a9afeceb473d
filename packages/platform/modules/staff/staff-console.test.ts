import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp, seedShop, signUp } from "@souk/testkit";
import { codeOf, type StaffWorld, staffWorld } from "./testing/staff-world.ts";

let world: StaffWorld;

before(async () => {
  world = await staffWorld();
});
after(() => world.stop());

interface Found {
  id: number;
  name: string;
  suspended: { at: string; reason: string } | null;
}

interface Lists {
  partners: (Found & { app_count: number; member_count: number })[];
  apps: (Found & { handle: string; installation_count: number; partner: { id: number } })[];
  stores: (Found & { handle: string; owner_email: string; app_count: number; product_count: number })[];
  total_count: number;
  page_count: number;
}

function list(path: string): Promise<Lists> {
  return world.call<Lists>("GET", path);
}

test("staff find a partner by a part of its name or of a member's address, whatever the case of letters", async () => {
  const { app, partnerId } = world;
  for (const query of [app.partner.email, app.partner.email.slice(3, -6).toUpperCase()]) {
    const { partners, total_count } = await list(`/partners.json?query=${encodeURIComponent(query)}`);
    assert.deepEqual([partners.map(({ id }) => id), total_count], [[partnerId], 1], query);
    assert.deepEqual([partners[0]?.app_count, partners[0]?.member_count], [1, 1]);
  }
});

test("what a search text holds of wildcards means itself", async () => {
  for (const query of ["%", "s__k", "\\", "100% sure"])
    assert.equal((await list(`/apps.json?query=${encodeURIComponent(query)}`)).total_count, 0, query);
  const { app } = world;
  await world.testing.database.query("update apps set name = '50% off_' where id = $1", [app.id]);
  assert.deepEqual(
    (await list(`/apps.json?query=${encodeURIComponent("% OFF_")}`)).apps.map(({ id }) => id),
    [app.id],
  );
});

test("staff find an app by its handle or client id, with whose it is and how often it is installed", async () => {
  const { app, partnerId } = world;
  for (const query of [app.handle, app.client_id]) {
    const { apps } = await list(`/apps.json?query=${query}`);
    assert.deepEqual(
      apps.map(({ id, partner, installation_count }) => [id, partner.id, installation_count]),
      [[app.id, partnerId, 1]],
    );
  }
});

test("staff find a store by its handle or its owner's address, with what it has", async () => {
  const { shop } = world;
  for (const query of [shop.handle, shop.owner.email]) {
    const { stores } = await list(`/stores.json?query=${encodeURIComponent(query)}`);
    assert.deepEqual(
      stores.map(({ handle, owner_email, app_count, product_count }) => [
        handle,
        owner_email,
        app_count,
        product_count,
      ]),
      [[shop.handle, shop.owner.email, 1, 2]],
    );
  }
});

test("lists come page by page, the newest first", async () => {
  for (let count = 0; count < 3; count++) await seedShop(world.testing);
  const { stores, total_count, page_count } = await list("/stores.json?limit=2");
  assert.deepEqual([stores.length, page_count], [2, Math.ceil(total_count / 2)]);
  const rest = (await list("/stores.json?limit=250")).stores.map(({ id }) => id);
  assert.deepEqual(
    rest,
    [...rest].sort((a, b) => b - a),
  );
});

test("one partner shows its people and its apps, one store its apps", async () => {
  const { app, shop, partnerId } = world;
  const { partner } = await world.call<{ partner: { members: { email: string }[]; apps: Found[] } }>(
    "GET",
    `/partners/${partnerId}.json`,
  );
  assert.deepEqual(
    partner.members.map(({ email }) => email),
    [app.partner.email],
  );
  assert.deepEqual(
    partner.apps.map(({ id }) => id),
    [app.id],
  );
  const { store } = await world.call<{ store: { apps: (Found & { status: string })[] } }>(
    "GET",
    `/stores/${shop.id}.json`,
  );
  assert.deepEqual(
    store.apps.map(({ id, status, suspended }) => [id, status, suspended]),
    [[app.id, "enabled", null]],
  );
});

test("a suspension shows when and why, is found by the filter, and is told by the log with who did it", async () => {
  const { testing, staff } = world;
  const { id } = await registerApp(testing, world.receiver.url);
  const path = `/apps/${id}`;
  const suspended = await world.try("POST", `${path}/suspend.json`, { reason: "  Sells what it sees.  " });
  const { app } = suspended.json<{ app: Found }>();
  assert.equal(app.suspended?.reason, "Sells what it sees.");
  assert.ok(Math.abs(Date.parse(app.suspended.at) - Date.now()) < 60_000);
  const ids = async (flag: boolean) =>
    (await list(`/apps.json?suspended=${flag}&limit=250`)).apps.map((each) => each.id);
  assert.deepEqual([await ids(true), (await ids(false)).includes(id)], [[id], false]);
  const again = await world.call<{ app: Found }>("POST", `${path}/suspend.json`, { reason: "Another." });
  assert.deepEqual(again.app.suspended, app.suspended, "one that is suspended stays as it is");
  const lifted = await world.call<{ app: Found }>("POST", `${path}/lift.json`, {
    reason: "It was a mistake.",
  });
  assert.equal(lifted.app.suspended, null);
  await world.call("POST", `${path}/lift.json`, { reason: "Once more." });

  const { actions } = await world.call<{
    actions: {
      account: { email: string };
      action: string;
      reason: string;
      target: object;
      request_id: string;
    }[];
  }>("GET", `/actions.json?target_kind=app&target_id=${id}`);
  assert.deepEqual(
    actions.map(({ account, action, reason, target }) => [account.email, action, reason, target]),
    [
      [staff.email, "lift", "It was a mistake.", { kind: "app", id, name: app.name }],
      [staff.email, "suspend", "Sells what it sees.", { kind: "app", id, name: app.name }],
    ],
  );
  assert.equal(actions[1]?.request_id, suspended.headers["x-request-id"]);
  const alone = await world.try("GET", `/actions.json?target_id=${id}`);
  assert.deepEqual([alone.status, codeOf(alone)], [422, "invalid"]);
});

test("a suspension needs a reason of 1 to 500 characters, and something that there is", async () => {
  const path = `/apps/${world.app.id}/suspend.json`;
  for (const body of [{}, { reason: "" }, { reason: " \n" }, { reason: "x".repeat(501) }, { reason: 5 }]) {
    const answer = await world.try("POST", path, body);
    assert.deepEqual([answer.status, codeOf(answer)], [422, "invalid"], JSON.stringify(body));
    const { fields } = answer.json<{ error: { fields: { path: string }[] } }>().error;
    assert.deepEqual(
      fields.map((field) => field.path),
      ["reason"],
    );
  }
  for (const kind of ["partners", "apps", "stores"]) {
    const answers = [
      await world.try("GET", `/${kind}/999999999.json`),
      await world.try("POST", `/${kind}/999999999/suspend.json`, { reason: "x" }),
    ];
    assert.deepEqual(answers.map(codeOf), ["not_found", "not_found"], kind);
  }
});

test("of two who suspend the same at once one does, and the log tells of one", async () => {
  const { id } = await registerApp(world.testing, world.receiver.url);
  const answers = await Promise.all(
    ["one", "two", "three"].map((reason) => world.try("POST", `/apps/${id}/suspend.json`, { reason })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const reasons = answers.map((answer) => answer.json<{ app: Found }>().app.suspended?.reason);
  assert.equal(new Set(reasons).size, 1);
  const { total_count } = await list(`/actions.json?target_kind=app&target_id=${id}`);
  assert.equal(total_count, 1);
});

test("who is not of the platform's staff is refused, whatever they own", async () => {
  const person = await signUp(world.testing, "admin");
  for (const browser of [person.browser, world.shop.owner.browser]) {
    const read = await world.try("GET", "/partners.json", undefined, browser);
    const act = await world.try("POST", `/apps/${world.app.id}/suspend.json`, { reason: "x" }, browser);
    assert.deepEqual(
      [read, act].map((answer) => [answer.status, codeOf(answer)]),
      [
        [403, "not_allowed"],
        [403, "not_allowed"],
      ],
    );
  }
  const { app } = await world.call<{ app: Found }>("GET", `/apps/${world.app.id}.json`);
  assert.equal(app.suspended, null);
});

test("no shop can take the address of the staff console", async () => {
  const url = `${world.testing.addresses.adminOrigin}/api/console/stores.json`;
  const answer = await world.shop.owner.browser.call("POST", url, { name: "Staff", handle: "staff" });
  assert.deepEqual([answer.status, codeOf(answer)], [422, "invalid"]);
});
