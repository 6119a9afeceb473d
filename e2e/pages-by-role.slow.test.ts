import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { buildPagePath, type Role, roleNames, type StorePage, storePages } from "@souk/contract";
import {
  callConsole,
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  signUpMember,
} from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let store: SeededStore;
let pathsByPage: ReadonlyMap<StorePage, string>;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 1, locations: 1 });
  pathsByPage = await createPagePaths();
});
after(() => fixture.close());

/** Create a record of every kind that a page shows, and return the path of every page of the store. */
async function createPagePaths(): Promise<ReadonlyMap<StorePage, string>> {
  const create = async <A>(path: string, record: object) =>
    callConsole<A>(store.owner.browser, ["POST", `${store.host_url}/api/${path}.json`], record);
  const [variant] = store.variants;
  const line_items = [{ variant_id: variant?.id, quantity: 1 }];
  const location_id = store.locations[0]?.id;
  type CreatedRecord = Record<string, { id: number }>;
  const readId = (body: CreatedRecord) => Object.values(body)[0]?.id ?? assert.fail("no record");
  const customerId = readId(await create<CreatedRecord>("3.0/customers", { first_name: "Mei" }));
  const app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await installApp(fixture.testPlatform, { store, app, scopes: ["write_store"] });
  const idsByPage: Partial<Record<StorePage, string | number>> = {
    "/orders/$id": readId(
      await create<CreatedRecord>("3.0/orders", { line_items: [{ ...line_items[0], price: "5.00" }] }),
    ),
    "/products/$id": variant?.product_id ?? 0,
    "/collections/$id": readId(await create<CreatedRecord>("3.0/collections", { title: "Mugs" })),
    "/purchase-orders/$id": readId(
      await create<CreatedRecord>("4.0/purchase_orders", { supplier_name: "Kiln", location_id, line_items }),
    ),
    "/customers/$id": customerId,
    "/customers/$id/credit": customerId,
    "/customers/$id/points": customerId,
    "/customers/groups/$id": readId(
      await create<CreatedRecord>("3.0/customer_groups", { name: "Wholesale" }),
    ),
    "/settings/locations/$id": location_id ?? 0,
    "/settings/customer-fields/$id": readId(
      await create<CreatedRecord>("3.0/customer_attributes", { key: "tier", title: "Tier" }),
    ),
  };
  const params = {
    product_id: variant?.product_id ?? 0,
    variant_id: variant?.id ?? 0,
    location_id: location_id ?? 0,
    client_id: app.client_id,
    code: "USD",
    kind: "shipping_confirmation",
  };
  // If a page's record does not exist, as on the page of an import here, the page says that the record is not found.
  return new Map(
    storePages.map((page) => [page, buildPagePath<string>(page, { ...params, id: idsByPage[page] ?? 1 })]),
  );
}

/** The pages that every member may open. */
const memberPages = [
  "/",
  "/apps",
  "/apps/installed/$client_id",
  "/apps/installed/$client_id/details",
] as const;
const locationPages = ["/settings/locations", "/settings/locations/$id"] as const;
const orderPages = ["/orders", "/orders/$id", "/fulfillment-requests/$id"] as const;
const productPages = ["/products", "/products/$id", "/collections", "/collections/$id"] as const;
const stockPages = ["/inventory", "/inventory/$product_id/$variant_id/$location_id"] as const;
const purchasingPages = ["/purchase-orders", "/purchase-orders/$id", "/transfers", "/transfers/$id"] as const;
const customerPages = [
  "/customers",
  "/customers/$id",
  "/customers/$id/credit",
  "/customers/$id/points",
  "/customers/groups",
  "/customers/groups/$id",
] as const;

/** The pages that each role may open, listed here independently of the contract. */
const expectedPages: Readonly<Record<Exclude<Role, "owner" | "custom">, readonly StorePage[]>> = {
  manager: storePages,
  packer: [...memberPages, ...orderPages, ...locationPages],
  stock_keeper: [
    ...memberPages,
    ...productPages,
    ...stockPages,
    ...purchasingPages,
    ...locationPages,
    "/exports",
  ],
  support: [
    ...memberPages,
    ...orderPages,
    ...productPages,
    ...stockPages,
    ...customerPages,
    ...locationPages,
    "/customers/new",
    "/customers/groups/new",
    "/settings/customer-fields",
    "/settings/customer-fields/$id",
  ],
  bookkeeper: [
    ...memberPages,
    ...orderPages,
    ...productPages,
    ...stockPages,
    ...purchasingPages,
    ...customerPages,
    ...locationPages,
    "/exports",
    "/settings",
    "/settings/currencies",
    "/settings/currencies/$code",
    "/settings/notifications",
    "/settings/notifications/$kind",
  ],
};

for (const role of roleNames) {
  if (role === "owner" || role === "custom") continue;
  test(`a member with the role ${role} can open the pages of that role and is informed about missing access on all other pages`, async () => {
    const { browser } = await signUpMember(fixture.testPlatform, store, role);
    const context = await fixture.openContextAs(browser, { viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const pageErrors: string[] = [];
    const rejectedReads: string[] = [];
    page.on("pageerror", (error) => pageErrors.push(String(error)));
    page.on("response", (response) => {
      if (response.status() === 403) rejectedReads.push(response.url());
    });
    for (const [storePage, path] of pathsByPage) {
      const isAllowed = expectedPages[role].includes(storePage);
      await page.goto(`${store.host_url}${path === "/" ? "" : path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await waitUntilSettled(page);
      const title = await page.getByRole("heading", { level: 1 }).first().textContent();
      assert.equal(title !== "You don't have access to this page", isAllowed, `${storePage}: ${title}`);
      assert.deepEqual(pageErrors, [], storePage);
      // A page requests only what the role may read. Requests about an app are an exception, because access to apps
      // does not depend on the role.
      const unexpectedRejections = rejectedReads.filter((url) => !url.includes("/api/console/apps/"));
      assert.deepEqual(unexpectedRejections, [], storePage);
    }
    await context.close();
  });
}
