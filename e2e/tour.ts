import {
  type Browser,
  consoleCall,
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  signUp,
  signUpMember,
  signUpStaff,
} from "@souk/testkit";
import type { BrowserContextOptions, Page } from "playwright-core";
import { settled } from "./settled.ts";
import type { Stage } from "./stage.ts";

/** A page as a person comes to see it. */
export interface Stop {
  name: string;
  address: URL;
  /** A panel's program shows it; the tests of that panel look at it closely. */
  isPanel: boolean;
  /** Who sees it; undefined: somebody who is not signed in. */
  person: Browser | undefined;
  /** Opens it in a new window. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** The status that the same person is answered at an address of ours, where it leads on: at its end. */
  statusOf(url: string): Promise<number>;
}

type Act = (page: Page) => Promise<void>;

function visitsOn(stage: Stage) {
  return (name: string, url: string, as?: Parameters<Stage["as"]>[0], act?: Act): Stop => ({
    name,
    address: new URL(url),
    isPanel: false,
    person: as,
    open: async (options) => {
      const context = as ? await stage.as(as, options) : await stage.visitor(options);
      const page = await context.newPage();
      await page.goto(url);
      await act?.(page);
      return page;
    },
    statusOf: async (link) => {
      const person = as ?? stage.testing.browser();
      return (await person.follow(await person.open(link))).status;
    },
  });
}

/** What a panel's program shows is there when nothing more is asked for. */
export const drawn: Act = async (page) => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
};

interface Inhabitants {
  shop: SeededShop;
  /** Installed in the shop. */
  app: SeededApp;
  newPartner: Browser;
}

/** The id of an app's only installation, as its partner knows it. */
async function installationOf({ testing }: Stage, { app }: Inhabitants): Promise<number> {
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}/installations.json`;
  const { browser } = app.partner;
  const { installations } = await consoleCall<{ installations: { id: number }[] }>(browser, ["GET", url]);
  return installations[0]?.id ?? 0;
}

/** A purchase order of the shop; answers its id. */
async function orderIn({ owner, host_url, variants }: SeededShop): Promise<number> {
  const order = { supplier_name: "Sungai Craft", line_items: [{ variant_id: variants[0]?.id, quantity: 3 }] };
  const url = `${host_url}/api/4.0/purchase_orders.json`;
  const made = await consoleCall<{ purchase_order: { id: number } }>(owner.browser, ["POST", url], order);
  return made.purchase_order.id;
}

/** The pages of customers of the shop, one of whom is written down. */
async function customerPaths({ owner, host_url }: SeededShop): Promise<string[]> {
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

/** Where the link of an invitation to a shop leads. */
async function invitationTo({ owner, host_url }: SeededShop): Promise<string> {
  const url = `${host_url}/api/console/invitations.json`;
  const guest = { email: "guest@tour.test", role: "staff", scopes: ["read_products", "write_products"] };
  const sent = await consoleCall<{ invitation: { link: string } }>(owner.browser, ["POST", url], guest);
  return sent.invitation.link;
}

/** Every page of the panels. */
async function panelStops(stage: Stage, inhabitants: Inhabitants): Promise<Stop[]> {
  const { shop, app, newPartner } = inhabitants;
  const { adminOrigin, partnersOrigin } = stage.testing.addresses;
  const installation = await installationOf(stage, inhabitants);
  const places: [Browser, string[]][] = [
    [
      shop.owner.browser,
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
        `/products/${shop.variants[0]?.product_id}`,
        "/products/import",
        // What is not there says so.
        "/products/import/1",
        "/exports",
        "/inventory",
        `/inventory/${shop.variants[0]?.product_id}/${shop.variants[0]?.id}/${shop.locations[0]?.id}`,
        "/purchase-orders",
        "/purchase-orders/new",
        `/purchase-orders/${await orderIn(shop)}`,
        "/transfers",
        "/transfers/new",
        "/transfers/1",
        "/settings/locations",
        "/settings/locations/new",
        `/settings/locations/${shop.locations[0]?.id}`,
        ...(await customerPaths(shop)),
        "/apps",
        `/apps/installed/${app.client_id}`,
        `/apps/installed/${app.client_id}/details`,
        "/settings",
        "/settings/custom-apps",
        "/settings/people",
        "/settings/audit-log",
      ].map((path) => `${shop.host_url}${path}`),
    ],
    [
      (await signUpStaff(stage.testing)).browser,
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
  const visit = visitsOn(stage);
  return places.flatMap(([person, urls]) =>
    urls.map((url) => ({ ...visit(new URL(url).pathname, url, person, drawn), isPanel: true })),
  );
}

const wideScopes = "read_products,write_products,read_orders,read_customers,read_shipping";

/** Every page of the admin and the partner dashboard in each state that a person meets, with people and apps of its own. */
export async function tourOf(stage: Stage): Promise<Stop[]> {
  const { testing, app: server } = stage;
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const [shop, app, installed] = [
    await seedShop(testing, { products: 2 }),
    await registerApp(testing, server.url),
    await registerApp(testing, server.url),
  ];
  const [newcomer, newPartner] = [await signUp(testing, "admin"), await signUp(testing, "partners")];
  const clerk = await signUpMember(testing, shop, []);
  await installApp(testing, { shop, app: installed, scopes: ["read_products"] });

  const visit = visitsOn(stage);
  const authorize = (of: typeof app, scope: string, redirect_uri = of.redirection_url): string =>
    `${shop.host_url}/oauth/authorize?${new URLSearchParams({ client_id: of.client_id, scope, redirect_uri })}`;
  const owner = shop.owner.browser;

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
    visit("an invitation", await invitationTo(shop)),
    visit("an invitation that is good no more", `${adminOrigin}/sign-up/invitation?token=used`),
    visit("mail", `${adminOrigin}/mail`),
    visit("create your shop", adminOrigin, newcomer.browser),
    visit("create your shop, refused", adminOrigin, newcomer.browser, async (page) => {
      await page.fill("#name", "Kedai");
      await page.fill("#handle", "admin");
      await page.click("main button");
      await page.getByRole("alert").waitFor();
    }),
    visit("your shops", `${adminOrigin}/?choose=1`, owner),
    visit("create another shop", `${adminOrigin}/?choose=1`, owner, (page) => page.click("summary")),
    visit("install link without a shop", `${adminOrigin}/apps/install/${app.client_id}`, newcomer.browser),
    visit("consent", authorize(app, wideScopes), owner),
    visit("consent without scopes", authorize(app, ""), owner),
    visit("consent, to staff", authorize(app, wideScopes), clerk.browser),
    visit("consent to more", authorize(installed, wideScopes), owner),
    visit("refused by the merchant", authorize(app, wideScopes), owner, async (page) => {
      await page.getByRole("button", { name: "Refuse" }).click();
      await page.getByRole("heading", { name: "Nothing was installed" }).waitFor();
    }),
    visit("refused redirect_uri", authorize(app, wideScopes, "https://elsewhere.shop/"), owner),
    visit("refused scope", authorize(app, "read_everything"), owner),
    visit("not installed", `${shop.host_url}/apps/installed/${app.client_id}`, owner),
    visit("nothing here", `${adminOrigin}/nothing/here`, owner),
    visit("partner sign in", `${partnersOrigin}/sign-in`),
    visit("partner sign up", `${partnersOrigin}/sign-up`),
    visit("reference", `${partnersOrigin}/docs`),
    visit("reference of errors", `${partnersOrigin}/docs/errors`),
    visit("reference of topics", `${partnersOrigin}/docs/topics`),
    visit("reference of a list", `${partnersOrigin}/docs/operations/products.list`),
    visit("reference of a change", `${partnersOrigin}/docs/operations/inventory_levels.adjust`),
    ...(await panelStops(stage, { shop, app: installed, newPartner: newPartner.browser })),
  ];
}
