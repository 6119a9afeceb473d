import {
  type Browser,
  consoleCall,
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
import type { E2eFixture } from "./e2e-fixture.ts";
import { settled } from "./settled.ts";

/** Page as a person reaches it. */
export interface Stop {
  name: string;
  address: URL;
  /** True when a panel's program shows the page; the tests of that panel check it closely. */
  isPanel: boolean;
  /** Person who sees the page; undefined for a signed-out visitor. */
  person: Browser | undefined;
  /** Open the page in a new window. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Request one of our addresses as the same person; returns the status after all redirects. */
  loadStatus(url: string): Promise<number>;
}

type Act = (page: Page) => Promise<void>;

function visitsOn(fixture: E2eFixture) {
  return (name: string, url: string, as?: Parameters<E2eFixture["openWindowAs"]>[0], act?: Act): Stop => ({
    name,
    address: new URL(url),
    isPanel: false,
    person: as,
    open: async (options) => {
      const context = as ? await fixture.openWindowAs(as, options) : await fixture.openWindow(options);
      const page = await context.newPage();
      await page.goto(url);
      await act?.(page);
      return page;
    },
    loadStatus: async (link) => {
      const person = as ?? fixture.testing.browser();
      return (await person.follow(await person.open(link))).status;
    },
  });
}

/** Wait until a panel's program makes no more requests, so that its page is drawn. */
export const drawn: Act = async (page) => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
};

interface Inhabitants {
  store: SeededStore;
  /** App installed in the store. */
  app: SeededApp;
  newPartner: Browser;
}

/** Find the id of an app's only installation, as its partner sees it. */
async function loadInstallationId({ testing }: E2eFixture, { app }: Inhabitants): Promise<number> {
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}/installations.json`;
  const { browser } = app.partner;
  const { installations } = await consoleCall<{ installations: { id: number }[] }>(browser, ["GET", url]);
  return installations[0]?.id ?? 0;
}

/** Create a purchase order in the store; returns its id. */
async function orderIn({ owner, host_url, variants }: SeededStore): Promise<number> {
  const order = { supplier_name: "Sungai Craft", line_items: [{ variant_id: variants[0]?.id, quantity: 3 }] };
  const url = `${host_url}/api/4.0/purchase_orders.json`;
  const made = await consoleCall<{ purchase_order: { id: number } }>(owner.browser, ["POST", url], order);
  return made.purchase_order.id;
}

/** List the paths of the store's customer pages, after creating a customer. */
async function customerPaths({ owner, host_url }: SeededStore): Promise<string[]> {
  const make = <A>(path: string, record: object) =>
    consoleCall<A>(owner.browser, ["POST", `${host_url}/api/3.0/${path}.json`], record);
  const { customer } = await make<{ customer: { id: number } }>("customers", { first_name: "Mei" });
  const { customer_group } = await make<{ customer_group: { id: number } }>("customer_groups", {
    name: "Wholesale",
  });
  const { customer_attribute } = await make<{ customer_attribute: { id: number } }>("customer_attributes", {
    key: "tier",
    title: "Tier",
  });
  return [
    "/customers",
    "/customers/new",
    `/customers/${customer.id}`,
    `/customers/${customer.id}/credit`,
    `/customers/${customer.id}/points`,
    "/customers/import",
    // What is not there says so.
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

/** Invite a person to a store; returns the address of the invitation's link. */
async function invitationTo({ owner, host_url }: SeededStore): Promise<string> {
  const url = `${host_url}/api/console/invitations.json`;
  const guest = { email: "guest@tour.test", role: "staff", scopes: ["read_products", "write_products"] };
  const sent = await consoleCall<{ invitation: { link: string } }>(owner.browser, ["POST", url], guest);
  return sent.invitation.link;
}

/** List every page of the panels. */
async function panelStops(fixture: E2eFixture, inhabitants: Inhabitants): Promise<Stop[]> {
  const { store, app, newPartner } = inhabitants;
  const { adminOrigin, partnersOrigin } = fixture.testing.addresses;
  const installation = await loadInstallationId(fixture, inhabitants);
  const places: [Browser, string[]][] = [
    [
      store.owner.browser,
      [
        "",
        "/orders",
        // What is not there says so.
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
        // What is not there says so.
        "/products/import/1",
        "/exports",
        "/inventory",
        `/inventory/${store.variants[0]?.product_id}/${store.variants[0]?.id}/${store.locations[0]?.id}`,
        "/purchase-orders",
        "/purchase-orders/new",
        `/purchase-orders/${await orderIn(store)}`,
        "/transfers",
        "/transfers/new",
        "/transfers/1",
        "/settings/locations",
        "/settings/locations/new",
        `/settings/locations/${store.locations[0]?.id}`,
        ...(await customerPaths(store)),
        "/apps",
        `/apps/installed/${app.client_id}`,
        `/apps/installed/${app.client_id}/details`,
        "/settings",
        "/settings/custom-apps",
        "/settings/people",
        "/settings/audit-log",
      ].map((path) => `${store.host_url}${path}`),
    ],
    [
      (await signUpStaff(fixture.testing)).browser,
      ["", "/partners", "/partners/1", "/apps", "/apps/1", "/stores", "/stores/1"].map(
        (path) => `${adminOrigin}/staff${path}`,
      ),
    ],
    [newPartner, [partnersOrigin, `${partnersOrigin}/apps/new`]],
    [
      app.partner.browser,
      ["", `/apps/${app.id}`, `/apps/${app.id}/installations/${installation}`].map(
        (path) => `${partnersOrigin}${path}`,
      ),
    ],
  ];
  const visit = visitsOn(fixture);
  return places.flatMap(([person, urls]) =>
    urls.map((url) => ({ ...visit(new URL(url).pathname, url, person, drawn), isPanel: true })),
  );
}

const wideScopes = "read_products,write_products,read_orders,read_customers,read_shipping";

/** List every page of the admin and the partner dashboard in each state, with people and apps of its own. */
export async function createTour(fixture: E2eFixture): Promise<Stop[]> {
  const { testing, app: server } = fixture;
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const [store, app, installed] = [
    await seedStore(testing, { products: 2 }),
    await registerApp(testing, server.url),
    await registerApp(testing, server.url),
  ];
  const [newcomer, newPartner] = [await signUp(testing, "admin"), await signUp(testing, "partners")];
  const clerk = await signUpMember(testing, store, []);
  await installApp(testing, { store, app: installed, scopes: ["read_products"] });

  const visit = visitsOn(fixture);
  const authorize = (target: typeof app, scope: string, redirect_uri = target.redirection_url): string =>
    `${store.host_url}/oauth/authorize?${new URLSearchParams({ client_id: target.client_id, scope, redirect_uri })}`;
  const owner = store.owner.browser;

  return [
    visit("sign in", `${adminOrigin}/sign-in`),
    visit("sign in, refused", `${adminOrigin}/sign-in`, undefined, async (page) => {
      await page.fill("#email", "nobody@kedai.test");
      await page.fill("#password", "not the password");
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    visit("sign up", `${adminOrigin}/sign-up`),
    visit("sign up, refused", `${adminOrigin}/sign-up`, undefined, async (page) => {
      await page.locator("main form").evaluate((form) => form.setAttribute("novalidate", ""));
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    visit("an invitation", await invitationTo(store)),
    visit("an invitation that is good no more", `${adminOrigin}/sign-up/invitation?token=used`),
    visit("mail", `${adminOrigin}/mail`),
    visit("create your store", adminOrigin, newcomer.browser),
    visit("create your store, refused", adminOrigin, newcomer.browser, async (page) => {
      await page.fill("#name", "Kedai");
      await page.fill("#handle", "admin");
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    visit("your stores", `${adminOrigin}/?choose=1`, owner),
    visit("create another store", `${adminOrigin}/?choose=1`, owner, (page) => page.click("summary")),
    visit("install link without a store", `${adminOrigin}/apps/install/${app.client_id}`, newcomer.browser),
    visit("consent", authorize(app, wideScopes), owner),
    visit("consent without scopes", authorize(app, ""), owner),
    visit("consent, to staff", authorize(app, wideScopes), clerk.browser),
    visit("consent to more", authorize(installed, wideScopes), owner),
    visit("refused by the merchant", authorize(app, wideScopes), owner, async (page) => {
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("heading", { name: "App not installed" }).waitFor();
    }),
    visit("refused redirect_uri", authorize(app, wideScopes, "https://elsewhere.shop/"), owner),
    visit("refused scope", authorize(app, "read_everything"), owner),
    visit("not installed", `${store.host_url}/apps/installed/${app.client_id}`, owner),
    visit("nothing here", `${adminOrigin}/nothing/here`, owner),
    visit("partner sign in", `${partnersOrigin}/sign-in`),
    visit("partner sign up", `${partnersOrigin}/sign-up`),
    visit("reference", `${partnersOrigin}/docs`),
    visit("reference of errors", `${partnersOrigin}/docs/errors`),
    visit("reference of topics", `${partnersOrigin}/docs/topics`),
    visit("reference of a list", `${partnersOrigin}/docs/operations/products.list`),
    visit("reference of a change", `${partnersOrigin}/docs/operations/inventory_levels.adjust`),
    ...(await panelStops(fixture, { store, app: installed, newPartner: newPartner.browser })),
  ];
}
