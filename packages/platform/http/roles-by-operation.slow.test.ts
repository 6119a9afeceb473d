import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, type Role, roleNames } from "@souk/contract";
import {
  type Browser,
  createFakeClock,
  type FakeClock,
  type HttpResponse,
  signUpMember,
  startTestPlatform,
} from "@souk/testkit";
import type { MountedOperation } from "./mount.ts";
import { loadSessionHeaders } from "./testing/access-cases.ts";
import { type AccessFixture, createAccessFixture } from "./testing/access-fixture.ts";
import { type Sample, samples } from "./testing/access-samples.ts";

let fixture: AccessFixture;
let clock: FakeClock;

before(async () => {
  clock = createFakeClock();
  fixture = await createAccessFixture(await startTestPlatform({ clock }), clock);
});
after(async () => {
  await fixture.receiver.stop();
  await fixture.testPlatform.stop();
});

type TestedRole = Exclude<Role, "owner" | "custom">;
const testedRoles = roleNames.filter((role): role is TestedRole => role !== "owner" && role !== "custom");

const operationsOfEveryMember = [
  "installs.list",
  "installs.available",
  "installs.get",
  "installs.open",
  "installs.session_token",
  "customizations.get",
  "app_links.list",
  "app_links.open",
];

/** Operations that only apps can call: they reject every session of a person. */
const operationsOfAppsOnly = [
  "snippets.*",
  "script_tags.*",
  "admin_links.*",
  "curls.*",
  "webhooks.*",
  "events.list",
];

const orderReadOperations = [
  "orders.read",
  "transactions.read",
  "refunds.read",
  "order_metafields.read",
  "fulfillments.read",
  "fulfillments.list_of_order",
  "fulfillments.count_of_order",
  "fulfillment_requests.read",
];
const productReadOperations = [
  "products.read",
  "variants.read",
  "images.read",
  "collections.read",
  "collects.read",
  "product_metafields.read",
  "variant_metafields.read",
  "collection_metafields.read",
];
const stockReadOperations = ["inventory_levels.read", "inventory_movements.read"];
const locationReadOperations = ["locations.read", "locations.get_by_code", "location_metafields.read"];
const purchasingReadOperations = ["purchase_orders.read", "transfers.read"];
const customerReadOperations = [
  "customers.read",
  "customers.search",
  "customers_v4.read",
  "customers_v4.search",
  "customer_addresses.read",
  "customer_groups.read",
  "customer_groups.list_customers",
  "customer_groups.count_customers",
  "credits.read",
  "points.read",
  "customer_metafields.read",
];

/**
 * The operations that each role may call, written down here independently of the contract. `x.*` means all operations of the
 * resource `x`, and `x.read` means only its operations `list`, `count` and `get`.
 */
const expectedOperations: Readonly<Record<Exclude<TestedRole, "manager">, readonly string[]>> = {
  packer: [
    ...orderReadOperations,
    ...locationReadOperations,
    "fulfillments.create",
    "fulfillments.update",
    "fulfillments.cancel",
    "fulfillment_apps.list",
    "fulfillment_requests.send",
  ],
  stock_keeper: [
    ...productReadOperations,
    ...stockReadOperations,
    ...locationReadOperations,
    ...purchasingReadOperations,
    "tags.read",
    "inventory_levels.set",
    "inventory_levels.adjust",
    "inventory_levels.reserve",
    "inventory_levels.batch",
    "purchase_orders.receive",
    "transfers.receive",
    "exports.*",
  ],
  support: [
    ...orderReadOperations,
    ...productReadOperations,
    ...stockReadOperations,
    ...locationReadOperations,
    ...customerReadOperations,
    "orders.create",
    "orders.update",
    "orders.close",
    "orders.open",
    "orders.cancel",
    "orders.delete",
    "refunds.create",
    "refunds.cancel",
    "order_metafields.*",
    "returns.*",
    "tags.read",
    "customers.create",
    "customers.update",
    "customers.delete",
    "customers_v4.create",
    "customers_v4.update",
    "customers_v4.delete",
    "customer_addresses.*",
    "customer_groups.*",
    "customer_metafields.*",
    "customer_attributes.read",
    // Not imports.create, because its sample imports products, which this role may not edit.
    "imports.read",
    "imports.confirm",
    "imports.cancel",
    "import_errors.*",
  ],
  bookkeeper: [
    ...orderReadOperations,
    ...productReadOperations,
    ...stockReadOperations,
    ...locationReadOperations,
    ...purchasingReadOperations,
    ...customerReadOperations,
    "transactions.create",
    "transactions.update",
    "returns.read",
    "store.get",
    "metafields.read",
    "notification_templates.list",
    "notification_templates.get",
    "notification_templates.preview",
    "currencies.read",
    "activity.get",
    "exports.*",
  ],
};

const readVerbs = ["list", "count", "get"];

function matchesAnyPattern(id: string, patterns: readonly string[]): boolean {
  const [resource = "", verb = ""] = id.split(".");
  return patterns.some((pattern) => {
    const [patternResource, patternVerb = ""] = pattern.split(".");
    if (patternResource !== resource) return false;
    return (
      patternVerb === "*" || patternVerb === verb || (patternVerb === "read" && readVerbs.includes(verb))
    );
  });
}

function canCall(role: TestedRole, { id }: Operation): boolean {
  if (role === "manager") return id !== "members.make_owner";
  // Members need no right to remove themselves with `members.delete`, but the sample removes another member.
  return matchesAnyPattern(id, [...expectedOperations[role], ...operationsOfEveryMember]);
}

async function getSample({ operation }: MountedOperation): Promise<Sample> {
  const sampler = (
    samples as Readonly<Record<string, ((fixture: AccessFixture) => Promise<Sample> | Sample) | undefined>>
  )[operation.id];
  return (await sampler?.(fixture)) ?? assert.fail(`${operation.id}: no sample call`);
}

/** Call an operation with a session, as the admin does. */
function callAs(
  headers: Record<string, string>,
  { path, method }: MountedOperation,
  { params = {}, query, body, upload }: Sample,
): Promise<HttpResponse> {
  const values: Readonly<Record<string, string | number>> = { ...params, store: fixture.store.handle };
  const filledPath = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const url = `${fixture.testPlatform.addresses.adminOrigin}${filledPath}${query === undefined ? "" : `?${query}`}`;
  const content = upload
    ? { headers: { ...headers, "content-type": upload.type }, body: upload.text }
    : { headers, ...(body === undefined ? {} : { json: body }) };
  return fixture.testPlatform.request(url, { method, ...content });
}

function readErrorCode(response: HttpResponse): string | undefined {
  return response.json<{ error?: { code: string } }>().error?.code;
}

test("each role of a store's members can call exactly the operations expected for that role", async (t) => {
  const { testPlatform, store } = fixture;
  const headersByRole = new Map<TestedRole, Record<string, string>>();
  for (const role of testedRoles) {
    const { browser }: { browser: Browser } = await signUpMember(testPlatform, store, role);
    headersByRole.set(role, await loadSessionHeaders(browser, testPlatform.addresses.adminOrigin));
  }
  const mountedOperations = testPlatform.platform.mountedOperations.filter(
    ({ host, path, operation }) => host === "admin" && path.includes(":store") && operation.auth !== "anyone",
  );
  assert.ok(mountedOperations.length >= 150, `${mountedOperations.length} operations`);
  for (const mountedOperation of mountedOperations) {
    const { operation } = mountedOperation;
    await t.test(`${operation.id}`, async () => {
      clock.advance(60_000);
      // Mark every session as just verified, so that operations that require a recent verification are carried out.
      await testPlatform.database.query("update sessions set verified_at = $1", [new Date(clock.now())]);
      let sample: Sample | undefined;
      // Roles that are rejected change nothing, so they share one sample.
      for (const role of testedRoles.toSorted(
        (a, b) => Number(canCall(a, operation)) - Number(canCall(b, operation)),
      )) {
        const isAllowed = canCall(role, operation);
        if (isAllowed || sample === undefined) sample = await getSample(mountedOperation);
        const response = await callAs(headersByRole.get(role) ?? {}, mountedOperation, sample);
        const code = readErrorCode(response);
        const outcome = `${role}: ${response.status} ${response.text.slice(0, 300)}`;
        if (matchesAnyPattern(operation.id, operationsOfAppsOnly)) assert.equal(code, "not_allowed", outcome);
        else if (isAllowed) {
          assert.ok(code !== "right_missing" && code !== "scope_missing", outcome);
          assert.ok(response.status < 500 && response.status !== 401, outcome);
        } else {
          assert.deepEqual([response.status, code], [403, "right_missing"], outcome);
        }
      }
    });
  }
});
