import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp, seedStore, signUp } from "@souk/testkit";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

let fixture: StaffFixture;

before(async () => {
  fixture = await createStaffFixture();
});
after(() => fixture.stop());

interface ListedRecord {
  id: number;
  name: string;
  suspended: { at: string; reason: string } | null;
}

/** The response for a list of partners, apps or stores. Only the requested list is present. */
interface ListResponse {
  partners: (ListedRecord & { app_count: number; member_count: number })[];
  apps: (ListedRecord & { handle: string; installation_count: number; partner: { id: number } })[];
  stores: (ListedRecord & {
    handle: string;
    owner_email: string;
    app_count: number;
    product_count: number;
  })[];
  total_count: number;
  page_count: number;
}

function list(path: string): Promise<ListResponse> {
  return fixture.callAsStaff<ListResponse>("GET", path);
}

test("a partner is found by a part of its name or a member's email, regardless of case", async () => {
  const { app, partnerId } = fixture;
  for (const query of [app.partner.email, app.partner.email.slice(3, -6).toUpperCase()]) {
    const { partners, total_count } = await list(`/partners.json?query=${encodeURIComponent(query)}`);
    assert.deepEqual([partners.map(({ id }) => id), total_count], [[partnerId], 1], query);
    assert.deepEqual([partners[0]?.app_count, partners[0]?.member_count], [1, 1]);
  }
});

test("wildcards in a search of the staff console are matched literally", async () => {
  for (const query of ["%", "s__k", "\\", "100% sure"])
    assert.equal((await list(`/apps.json?query=${encodeURIComponent(query)}`)).total_count, 0, query);
  const { app } = fixture;
  await fixture.testPlatform.database.query("update apps set name = '50% off_' where id = $1", [app.id]);
  assert.deepEqual(
    (await list(`/apps.json?query=${encodeURIComponent("% OFF_")}`)).apps.map(({ id }) => id),
    [app.id],
  );
});

test("an app is found by handle or client id, with its partner and installation count", async () => {
  const { app, partnerId } = fixture;
  for (const query of [app.handle, app.client_id]) {
    const { apps } = await list(`/apps.json?query=${query}`);
    assert.deepEqual(
      apps.map(({ id, partner, installation_count }) => [id, partner.id, installation_count]),
      [[app.id, partnerId, 1]],
    );
  }
});

test("a store is found by its handle or its owner's email, with its app and product counts", async () => {
  const { store } = fixture;
  for (const query of [store.handle, store.owner.email]) {
    const { stores } = await list(`/stores.json?query=${encodeURIComponent(query)}`);
    assert.deepEqual(
      stores.map(({ handle, owner_email, app_count, product_count }) => [
        handle,
        owner_email,
        app_count,
        product_count,
      ]),
      [[store.handle, store.owner.email, 1, 2]],
    );
  }
});

test("lists of the staff console are paged, with the newest record first", async () => {
  for (let count = 0; count < 3; count++) await seedStore(fixture.testPlatform);
  const { stores, total_count, page_count } = await list("/stores.json?limit=2");
  assert.deepEqual([stores.length, page_count], [2, Math.ceil(total_count / 2)]);
  const ids = (await list("/stores.json?limit=250")).stores.map(({ id }) => id);
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => b - a),
  );
});

test("staff get a partner with its members and apps, and a store with its apps", async () => {
  const { app, store, partnerId } = fixture;
  const { partner } = await fixture.callAsStaff<{
    partner: { members: { email: string }[]; apps: ListedRecord[] };
  }>("GET", `/partners/${partnerId}.json`);
  assert.deepEqual(
    partner.members.map(({ email }) => email),
    [app.partner.email],
  );
  assert.deepEqual(
    partner.apps.map(({ id }) => id),
    [app.id],
  );
  const { store: storeDetails } = await fixture.callAsStaff<{
    store: { apps: (ListedRecord & { status: string })[] };
  }>("GET", `/stores/${store.id}.json`);
  assert.deepEqual(
    storeDetails.apps.map(({ id, status, suspended }) => [id, status, suspended]),
    [[app.id, "enabled", null]],
  );
});

test("suspending an app twice keeps the first reason and is logged once", async () => {
  const { testPlatform, staff } = fixture;
  const { id } = await registerApp(testPlatform, fixture.receiver.url);
  const path = `/apps/${id}`;
  const suspendResponse = await fixture.request("POST", `${path}/suspend.json`, {
    reason: "  Sells what it sees.  ",
  });
  const { app } = suspendResponse.json<{ app: ListedRecord }>();
  assert.equal(app.suspended?.reason, "Sells what it sees.");
  assert.ok(Math.abs(Date.parse(app.suspended.at) - Date.now()) < 60_000);
  const listIds = async (isSuspended: boolean) =>
    (await list(`/apps.json?suspended=${isSuspended}&limit=250`)).apps.map((listedApp) => listedApp.id);
  assert.deepEqual([await listIds(true), (await listIds(false)).includes(id)], [[id], false]);
  const secondResponse = await fixture.callAsStaff<{ app: ListedRecord }>("POST", `${path}/suspend.json`, {
    reason: "Another.",
  });
  assert.deepEqual(
    secondResponse.app.suspended,
    app.suspended,
    "a second suspension keeps the first reason and time",
  );
  const liftResponse = await fixture.callAsStaff<{ app: ListedRecord }>("POST", `${path}/lift.json`, {
    reason: "It was a mistake.",
  });
  assert.equal(liftResponse.app.suspended, null);
  await fixture.callAsStaff("POST", `${path}/lift.json`, { reason: "Once more." });

  const { actions } = await fixture.callAsStaff<{
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
  assert.equal(actions[1]?.request_id, suspendResponse.headers["x-request-id"]);
  const responseWithoutKind = await fixture.request("GET", `/actions.json?target_id=${id}`);
  assert.deepEqual([responseWithoutKind.status, getErrorCode(responseWithoutKind)], [422, "invalid"]);
});

test("a suspension requires a reason of 1 to 500 characters and an existing record", async () => {
  const path = `/apps/${fixture.app.id}/suspend.json`;
  for (const body of [{}, { reason: "" }, { reason: " \n" }, { reason: "x".repeat(501) }, { reason: 5 }]) {
    const response = await fixture.request("POST", path, body);
    assert.deepEqual([response.status, getErrorCode(response)], [422, "invalid"], JSON.stringify(body));
    const { fields } = response.json<{ error: { fields: { path: string }[] } }>().error;
    assert.deepEqual(
      fields.map((field) => field.path),
      ["reason"],
    );
  }
  for (const kind of ["partners", "apps", "stores"]) {
    const responses = [
      await fixture.request("GET", `/${kind}/999999999.json`),
      await fixture.request("POST", `/${kind}/999999999/suspend.json`, { reason: "x" }),
    ];
    assert.deepEqual(responses.map(getErrorCode), ["not_found", "not_found"], kind);
  }
});

test("simultaneous suspensions of an app are logged only once", async () => {
  const { id } = await registerApp(fixture.testPlatform, fixture.receiver.url);
  const responses = await Promise.all(
    ["one", "two", "three"].map((reason) => fixture.request("POST", `/apps/${id}/suspend.json`, { reason })),
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  );
  const reasons = responses.map((response) => response.json<{ app: ListedRecord }>().app.suspended?.reason);
  assert.equal(new Set(reasons).size, 1);
  const { total_count } = await list(`/actions.json?target_kind=app&target_id=${id}`);
  assert.equal(total_count, 1);
});

test("an account that isn't platform staff can't use the staff console", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  for (const browser of [person.browser, fixture.store.owner.browser]) {
    const readResponse = await fixture.request("GET", "/partners.json", undefined, browser);
    const suspendResponse = await fixture.request(
      "POST",
      `/apps/${fixture.app.id}/suspend.json`,
      { reason: "x" },
      browser,
    );
    assert.deepEqual(
      [readResponse, suspendResponse].map((response) => [response.status, getErrorCode(response)]),
      [
        [403, "not_allowed"],
        [403, "not_allowed"],
      ],
    );
  }
  const { app } = await fixture.callAsStaff<{ app: ListedRecord }>("GET", `/apps/${fixture.app.id}.json`);
  assert.equal(app.suspended, null);
});

test("the store handle `staff` is reserved, because the staff console uses its URL", async () => {
  const url = `${fixture.testPlatform.addresses.adminOrigin}/api/console/stores.json`;
  const response = await fixture.store.owner.browser.call("POST", url, { name: "Staff", handle: "staff" });
  assert.deepEqual([response.status, getErrorCode(response)], [422, "invalid"]);
});
