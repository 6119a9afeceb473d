import {
  type Browser,
  callConsole,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUp,
  signUpMember,
  signUpStaff,
} from "@souk/testkit";
import { createAccountVisits } from "./account-visits.ts";
import { type CreateVisit, createVisitFactory, type PageAction, type PageVisit } from "./create-visit.ts";
import type { E2eFixture } from "./e2e-fixture.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

/** Wait until a panel's page has a heading and no request in flight. */
export const waitUntilDrawn: PageAction = async (page) => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitUntilSettled(page);
};

interface VisitedRecords {
  store: SeededStore;
  /** The app that is installed in the store. */
  app: SeededApp;
  /** The browser of a partner without apps. */
  newPartner: Browser;
}

/** Load the id of an app's only installation, as the app's partner. */
async function loadInstallationId({ testPlatform }: E2eFixture, { app }: VisitedRecords): Promise<number> {
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}/installations.json`;
  const { browser } = app.partner;
  const { installations } = await callConsole<{ installations: { id: number }[] }>(browser, ["GET", url]);
  return installations[0]?.id ?? 0;
}

/** Create a purchase order in the store. @returns its id */
async function createPurchaseOrder({ owner, host_url, variants }: SeededStore): Promise<number> {
  const order = { supplier_name: "Sungai Craft", line_items: [{ variant_id: variants[0]?.id, quantity: 3 }] };
  const url = `${host_url}/api/4.0/purchase_orders.json`;
  const response = await callConsole<{ purchase_order: { id: number } }>(owner.browser, ["POST", url], order);
  return response.purchase_order.id;
}

/** Create a customer, a group and a custom field. @returns the paths of the customer pages and of related settings */
async function createCustomerPaths({ owner, host_url }: SeededStore): Promise<string[]> {
  const createRecord = <A>(path: string, record: object) =>
    callConsole<A>(owner.browser, ["POST", `${host_url}/api/3.0/${path}.json`], record);
  const { customer } = await createRecord<{ customer: { id: number } }>("customers", { first_name: "Mei" });
  const { customer_group } = await createRecord<{ customer_group: { id: number } }>("customer_groups", {
    name: "Wholesale",
  });
  const { customer_attribute } = await createRecord<{ customer_attribute: { id: number } }>(
    "customer_attributes",
    {
      key: "tier",
      title: "Tier",
    },
  );
  return [
    "/customers",
    "/customers/new",
    `/customers/${customer.id}`,
    `/customers/${customer.id}/credit`,
    `/customers/${customer.id}/points`,
    "/customers/import",
    // An unknown id shows an error.
    "/customers/import/1",
    "/customers/groups",
    "/customers/groups/new",
    `/customers/groups/${customer_group.id}`,
    "/settings/customer-fields",
    "/settings/customer-fields/new",
    `/settings/customer-fields/${customer_attribute.id}`,
    "/settings/currencies",
    "/settings/currencies/new",
    "/settings/currencies/USD",
    "/settings/notifications",
    "/settings/notifications/shipping_confirmation",
    "/settings/privacy",
  ];
}

/** Invite a person to a store. @returns the URL of the invitation */
async function createInvitation({ owner, host_url }: SeededStore): Promise<string> {
  const url = `${host_url}/api/console/invitations.json`;
  const guest = { email: "guest@visits.test", role: "custom", rights: ["products.view", "products.edit"] };
  const body = await callConsole<{ invitation: { link: string } }>(owner.browser, ["POST", url], guest);
  return body.invitation.link;
}

/** The pages of the staff console. */
const staffPaths = [
  "",
  "/health",
  "/requests",
  "/people",
  "/people/1",
  "/partners",
  "/partners/1",
  "/apps",
  "/apps/1",
  "/stores",
  "/stores/1",
  "/security",
];

/** Create a visit for every page of the panels. */
async function createPanelVisits(fixture: E2eFixture, records: VisitedRecords): Promise<PageVisit[]> {
  const { store, app, newPartner } = records;
  const { adminOrigin, partnersOrigin } = fixture.testPlatform.addresses;
  const installationId = await loadInstallationId(fixture, records);
  const staff = await signUpStaff(fixture.testPlatform);
  const urlsByPerson: [Browser, string[]][] = [
    [
      store.owner.browser,
      [
        "",
        "/orders",
        // An unknown id shows an error.
        "/orders/1",
        "/fulfillment-requests/1",
        "/products",
        "/products/new",
        "/products/edit",
        "/collections",
        "/collections/new",
        "/collections/1",
        `/products/${store.variants[0]?.product_id}`,
        "/products/import",
        // An unknown id shows an error.
        "/products/import/1",
        "/exports",
        "/inventory",
        `/inventory/${store.variants[0]?.product_id}/${store.variants[0]?.id}/${store.locations[0]?.id}`,
        "/purchase-orders",
        "/purchase-orders/new",
        `/purchase-orders/${await createPurchaseOrder(store)}`,
        "/transfers",
        "/transfers/new",
        "/transfers/1",
        "/settings/locations",
        "/settings/locations/new",
        `/settings/locations/${store.locations[0]?.id}`,
        ...(await createCustomerPaths(store)),
        "/apps",
        `/apps/installed/${app.client_id}`,
        `/apps/installed/${app.client_id}/details`,
        "/settings",
        "/settings/custom-apps",
        "/settings/people",
        "/settings/audit-log",
        "/settings/security-log",
      ].map((path) => `${store.host_url}${path}`),
    ],
    [staff.browser, staffPaths.map((path) => `${adminOrigin}/staff${path}`)],
    [newPartner, [partnersOrigin, `${partnersOrigin}/apps/new`]],
    [
      app.partner.browser,
      ["", `/apps/${app.id}`, `/apps/${app.id}/installations/${installationId}`].map(
        (path) => `${partnersOrigin}${path}`,
      ),
    ],
  ];
  const createVisit = createVisitFactory(fixture);
  return urlsByPerson.flatMap(([person, urls]) =>
    urls.map((url) => ({
      ...createVisit(new URL(url).pathname, url, person, waitUntilDrawn),
      isPanel: true,
    })),
  );
}

const manyScopes = "read_products,write_products,read_orders,read_customers,read_shipping";

/** Create a visit for each kind of page of the API reference. */
function createReferenceVisits(partnersOrigin: string, createVisit: CreateVisit): PageVisit[] {
  return [
    createVisit("reference", `${partnersOrigin}/docs`),
    createVisit("reference of errors", `${partnersOrigin}/docs/errors`),
    createVisit("reference of topics", `${partnersOrigin}/docs/topics`),
    createVisit("reference of a list", `${partnersOrigin}/docs/operations/products.list`),
    createVisit("reference of a change", `${partnersOrigin}/docs/operations/inventory_levels.adjust`),
  ];
}

/** Create a visit for every page of the admin and the partner dashboard in each state, with new people and apps. */
export async function createPageVisits(fixture: E2eFixture): Promise<PageVisit[]> {
  const { testPlatform, appServer } = fixture;
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const [store, app, installedApp] = [
    await seedStore(testPlatform, { products: 2 }),
    await registerApp(testPlatform, appServer.url),
    await registerApp(testPlatform, appServer.url),
  ];
  const newcomer = await signUp(testPlatform, "admin");
  const newPartner = await signUp(testPlatform, "partners");
  const member = await signUpMember(testPlatform, store, []);
  await installApp(testPlatform, { store, app: installedApp, scopes: ["read_products"] });

  const createVisit = createVisitFactory(fixture);
  const toConsentUrl = (target: typeof app, scope: string, redirect_uri = target.redirection_url): string =>
    `${store.host_url}/oauth/authorize?${new URLSearchParams({ client_id: target.client_id, scope, redirect_uri })}`;
  const owner = store.owner.browser;

  return [
    createVisit("sign in", `${adminOrigin}/sign-in`),
    createVisit("sign in with error", `${adminOrigin}/sign-in`, undefined, async (page) => {
      await page.fill("#email", "nobody@kedai.test");
      await page.fill("#password", "not the password");
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    createVisit("sign up", `${adminOrigin}/sign-up`),
    createVisit("sign up with error", `${adminOrigin}/sign-up`, undefined, async (page) => {
      await page.locator("main form").evaluate((form) => form.setAttribute("novalidate", ""));
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    createVisit("an invitation", await createInvitation(store)),
    createVisit("an invalid invitation", `${adminOrigin}/sign-up/invitation?token=used`),
    createVisit("mailbox", `${adminOrigin}/mail`, owner),
    createVisit("create your store", adminOrigin, newcomer.browser),
    createVisit("create your store with error", adminOrigin, newcomer.browser, async (page) => {
      await page.fill("#name", "Kedai");
      await page.fill("#handle", "admin");
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    createVisit("your stores", `${adminOrigin}/?choose=1`, owner),
    createVisit("create another store", `${adminOrigin}/?choose=1`, owner, (page) => page.click("summary")),
    createVisit(
      "install link without a store",
      `${adminOrigin}/apps/install/${app.client_id}`,
      newcomer.browser,
    ),
    createVisit("consent", toConsentUrl(app, manyScopes), owner),
    createVisit("consent without scopes", toConsentUrl(app, ""), owner),
    createVisit("consent as member", toConsentUrl(app, manyScopes), member.browser),
    createVisit("consent to more scopes", toConsentUrl(installedApp, manyScopes), owner),
    createVisit("declined by the merchant", toConsentUrl(app, manyScopes), owner, async (page) => {
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("heading", { name: "App not installed" }).waitFor();
    }),
    createVisit("rejected redirect_uri", toConsentUrl(app, manyScopes, "https://elsewhere.shop/"), owner),
    createVisit("rejected scope", toConsentUrl(app, "read_everything"), owner),
    createVisit("not installed", `${store.host_url}/apps/installed/${app.client_id}`, owner),
    createVisit("unknown URL", `${adminOrigin}/nothing/here`, owner),
    createVisit("partner sign in", `${partnersOrigin}/sign-in`),
    createVisit("partner sign up", `${partnersOrigin}/sign-up`),
    ...(await createAccountVisits(testPlatform, { owner, partner: newPartner.browser }, createVisit)),
    ...createReferenceVisits(partnersOrigin, createVisit),
    ...(await createPanelVisits(fixture, { store, app: installedApp, newPartner: newPartner.browser })),
  ];
}
