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
import type { BrowserContextOptions, Page } from "playwright-core";
import { createAccountStops } from "./account-stops.ts";
import type { E2eFixture } from "./e2e-fixture.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

/** A page in one state, and the person who sees it. */
export interface TourStop {
  name: string;
  url: URL;
  /** Whether the page belongs to a panel. If so, the panel's own tests check the page's accessibility. */
  isPanel: boolean;
  /** The person who sees the page; undefined for a signed-out visitor. */
  person: Browser | undefined;
  /** Open the page in a new browser context. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Request a URL of the platform as this person. @returns the status after all redirects */
  loadStatus(url: string): Promise<number>;
}

type PageAction = (page: Page) => Promise<void>;

/** Return a function that creates a stop. `prepare` brings the page into the stop's state. */
function createStopFactory(fixture: E2eFixture) {
  return (name: string, url: string, visitor?: Browser, prepare?: PageAction): TourStop => ({
    name,
    url: new URL(url),
    isPanel: false,
    person: visitor,
    open: async (options) => {
      const context = visitor
        ? await fixture.openContextAs(visitor, options)
        : await fixture.openContext(options);
      const page = await context.newPage();
      await page.goto(url);
      await prepare?.(page);
      return page;
    },
    loadStatus: async (link) => {
      const person = visitor ?? fixture.testing.browser();
      return (await person.followRedirects(await person.open(link))).status;
    },
  });
}

/** Wait until a panel's page has a heading and no request in flight. */
export const waitUntilDrawn: PageAction = async (page) => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitUntilSettled(page);
};

interface TourRecords {
  store: SeededStore;
  /** The app that is installed in the store. */
  app: SeededApp;
  newPartner: Browser;
}

/** Load the id of an app's only installation, as its partner. */
async function loadInstallationId({ testing }: E2eFixture, { app }: TourRecords): Promise<number> {
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}/installations.json`;
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

/** Create a customer, a group and a custom field. @returns the paths of the store's customer pages */
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
  const guest = { email: "guest@tour.test", role: "custom", rights: ["products.view", "products.edit"] };
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

/** Create a stop for every page of the panels. */
async function createPanelStops(fixture: E2eFixture, records: TourRecords): Promise<TourStop[]> {
  const { store, app, newPartner } = records;
  const { adminOrigin, partnersOrigin } = fixture.testing.addresses;
  const installationId = await loadInstallationId(fixture, records);
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
    [(await signUpStaff(fixture.testing)).browser, staffPaths.map((path) => `${adminOrigin}/staff${path}`)],
    [newPartner, [partnersOrigin, `${partnersOrigin}/apps/new`]],
    [
      app.partner.browser,
      ["", `/apps/${app.id}`, `/apps/${app.id}/installations/${installationId}`].map(
        (path) => `${partnersOrigin}${path}`,
      ),
    ],
  ];
  const newStop = createStopFactory(fixture);
  return urlsByPerson.flatMap(([person, urls]) =>
    urls.map((url) => ({ ...newStop(new URL(url).pathname, url, person, waitUntilDrawn), isPanel: true })),
  );
}

const manyScopes = "read_products,write_products,read_orders,read_customers,read_shipping";

/** Create a stop for every page of the admin and the partner dashboard in each state, with new people and apps. */
export async function createTour(fixture: E2eFixture): Promise<TourStop[]> {
  const { testing, app: appServer } = fixture;
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const [store, app, installedApp] = [
    await seedStore(testing, { products: 2 }),
    await registerApp(testing, appServer.url),
    await registerApp(testing, appServer.url),
  ];
  const [newcomer, newPartner] = [await signUp(testing, "admin"), await signUp(testing, "partners")];
  const member = await signUpMember(testing, store, []);
  await installApp(testing, { store, app: installedApp, scopes: ["read_products"] });

  const newStop = createStopFactory(fixture);
  const consentUrl = (target: typeof app, scope: string, redirect_uri = target.redirection_url): string =>
    `${store.host_url}/oauth/authorize?${new URLSearchParams({ client_id: target.client_id, scope, redirect_uri })}`;
  const owner = store.owner.browser;

  return [
    newStop("sign in", `${adminOrigin}/sign-in`),
    newStop("sign in with error", `${adminOrigin}/sign-in`, undefined, async (page) => {
      await page.fill("#email", "nobody@kedai.test");
      await page.fill("#password", "not the password");
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    newStop("sign up", `${adminOrigin}/sign-up`),
    newStop("sign up with error", `${adminOrigin}/sign-up`, undefined, async (page) => {
      await page.locator("main form").evaluate((form) => form.setAttribute("novalidate", ""));
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    newStop("an invitation", await createInvitation(store)),
    newStop("an invalid invitation", `${adminOrigin}/sign-up/invitation?token=used`),
    newStop("mailbox", `${adminOrigin}/mail`, owner),
    newStop("create your store", adminOrigin, newcomer.browser),
    newStop("create your store with error", adminOrigin, newcomer.browser, async (page) => {
      await page.fill("#name", "Kedai");
      await page.fill("#handle", "admin");
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    newStop("your stores", `${adminOrigin}/?choose=1`, owner),
    newStop("create another store", `${adminOrigin}/?choose=1`, owner, (page) => page.click("summary")),
    newStop("install link without a store", `${adminOrigin}/apps/install/${app.client_id}`, newcomer.browser),
    newStop("consent", consentUrl(app, manyScopes), owner),
    newStop("consent without scopes", consentUrl(app, ""), owner),
    newStop("consent as staff", consentUrl(app, manyScopes), member.browser),
    newStop("consent to more scopes", consentUrl(installedApp, manyScopes), owner),
    newStop("declined by the merchant", consentUrl(app, manyScopes), owner, async (page) => {
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("heading", { name: "App not installed" }).waitFor();
    }),
    newStop("rejected redirect_uri", consentUrl(app, manyScopes, "https://elsewhere.shop/"), owner),
    newStop("rejected scope", consentUrl(app, "read_everything"), owner),
    newStop("not installed", `${store.host_url}/apps/installed/${app.client_id}`, owner),
    newStop("unknown URL", `${adminOrigin}/nothing/here`, owner),
    newStop("partner sign in", `${partnersOrigin}/sign-in`),
    newStop("partner sign up", `${partnersOrigin}/sign-up`),
    ...(await createAccountStops(testing, { owner, partner: newPartner.browser }, newStop)),
    newStop("reference", `${partnersOrigin}/docs`),
    newStop("reference of errors", `${partnersOrigin}/docs/errors`),
    newStop("reference of topics", `${partnersOrigin}/docs/topics`),
    newStop("reference of a list", `${partnersOrigin}/docs/operations/products.list`),
    newStop("reference of a change", `${partnersOrigin}/docs/operations/inventory_levels.adjust`),
    ...(await createPanelStops(fixture, { store, app: installedApp, newPartner: newPartner.browser })),
  ];
}
