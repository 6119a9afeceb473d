import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  type Browser,
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  signUpStaff,
  type TestPlatform,
  type TestPlatformOptions,
  testPlatform,
} from "@souk/testkit";
import { openStage } from "./stage.ts";

/** What every page of ours is sent with, apart from what differs by request. */
const usual = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'nonce-…'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "content-type": "text/html; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The consent page's form leads, after a redirect of ours, to wherever its app is. */
const consent = (schemes: string) => ({
  ...usual,
  "content-security-policy": usual["content-security-policy"].replace(
    "form-action 'self'",
    `form-action 'self' ${schemes}`,
  ),
});

/** What mail is laid out by counts in the mailbox of development, which frames it without script. */
const mailbox = {
  ...usual,
  "content-security-policy": usual["content-security-policy"].replace(
    "img-src 'self'",
    "img-src 'self'; style-src-attr 'unsafe-inline'",
  ),
};

/** A panel's program runs by the nonce, asks us alone, and shows pictures of the files host and the one app it opens. */
const panel = (filesOrigin: string, frame: string) => ({
  ...usual,
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'nonce-…' 'strict-dynamic'",
    "style-src 'self' 'nonce-…'",
    `img-src 'self' data: ${filesOrigin}`,
    "connect-src 'self'",
    `frame-src ${frame}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
});

const changing = [
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "location",
  "refresh",
  "set-cookie",
  "x-request-id",
];

function snapshotOf({ headers }: Answer): Record<string, unknown> {
  const kept = Object.entries(headers).filter(([name]) => !changing.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, String(value).replaceAll(/nonce-[^']+/g, "nonce-…")]),
  );
}

interface Seen {
  testing: TestPlatform;
  shop: SeededShop;
  /** Installed in the shop. */
  app: SeededApp;
  staff: Browser;
}

async function withPlatform(
  options: TestPlatformOptions,
  look: (seen: Seen) => Promise<void>,
): Promise<void> {
  const testing = await testPlatform(options);
  try {
    const appServer = options.config ? "https://app.gudang.dev" : "http://127.0.0.1:9";
    const [shop, app] = [await seedShop(testing), await registerApp(testing, appServer)];
    await installApp(testing, { shop, app });
    await look({ testing, shop, app, staff: (await signUpStaff(testing)).browser });
  } finally {
    await testing.stop();
  }
}

/** The address of every page that the platform mounts, with real names in place of its parameters. */
function pageAddresses({ testing, shop, app }: Seen): Map<string, string> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const values: Record<string, string> = {
    store: shop.handle,
    client_id: app.client_id,
    operation: "products.list",
    code: "USD",
    kind: "shipping_confirmation",
    id: "1",
    installation_id: "1",
    product_id: "1",
    variant_id: "1",
    location_id: "1",
  };
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  return new Map(
    testing.platform.modules.pages.map(({ host, method, path }) => {
      const origin = host === "partners" ? partnersOrigin : adminOrigin;
      const filled = path.replaceAll(
        /:(\w+)/g,
        (_, name: string) => values[name] ?? assert.fail(`${path} names ${name}`),
      );
      return [`${method} ${host} ${path}`, `${origin}${filled}?${query}`];
    }),
  );
}

interface Expected {
  page(page: string): Record<string, string>;
  panel(page: string): Record<string, string>;
}

/** The headers of every page as those see it who may and those who may not, a POST from elsewhere included. */
async function assertHeaders(seen: Seen, expected: Expected): Promise<void> {
  const { testing, shop, app, staff } = seen;
  const addresses = pageAddresses(seen);
  assert.ok(addresses.size >= 20, `${addresses.size} pages`);
  const panels = new Set<string>();
  for (const [page, address] of addresses) {
    const method = page.split(" ")[0] ?? "GET";
    const visitors = [shop.owner.browser, app.partner.browser, staff, testing.browser()];
    const answers =
      method === "GET"
        ? await Promise.all(visitors.map((each) => each.open(address)))
        : [
            await testing.request(address, { method, form: {} }),
            await shop.owner.browser.call(method, address),
          ];
    for (const answer of answers) {
      const kind = answer.text.includes('id="panel"') ? "panel" : "page";
      if (kind === "panel") panels.add(page);
      assert.deepEqual(snapshotOf(answer), expected[kind](answer.status === 200 ? page : ""), page);
    }
  }
  assert.ok(panels.size >= 14, `${panels.size} pages are a panel's`);
  for (const origin of [testing.addresses.adminOrigin, testing.addresses.partnersOrigin])
    assert.deepEqual(snapshotOf(await nothingAt(origin, testing)), expected.page(""), "nothing here");
}

/** As a browser asks for it: programs get JSON there. */
function nothingAt(origin: string, { request }: TestPlatform): Promise<Answer> {
  return request(`${origin}/nothing/here`, { headers: { accept: "text/html" } });
}

const consentPage = "GET admin /:store/oauth/authorize";
const mailPage = "GET admin /mail";
const appPage = "GET admin /:store/apps/installed/:client_id";

function pageInDevelopment(page: string): Record<string, string> {
  if (page === mailPage) return mailbox;
  return page === consentPage ? consent("https: http:") : usual;
}

test("P40: every page of the router is sent with the same headers, whoever looks, refusals and redirects too", () =>
  withPlatform({}, (seen) => {
    const { filesOrigin } = seen.testing.addresses;
    return assertHeaders(seen, {
      page: pageInDevelopment,
      panel: (page) => panel(filesOrigin, page === appPage ? "http://127.0.0.1:9" : "'none'"),
    });
  }));

test("P40: in production the browser is told to use https alone, and no form leads to http", () =>
  withPlatform(
    { config: { mode: "production", publicUrl: { scheme: "https", domain: "pasar.shop", port: 443 } } },
    (seen) => {
      const secure = { "strict-transport-security": "max-age=31536000; includeSubDomains" };
      const frameOf = (page: string) => (page === appPage ? "https://app.gudang.dev" : "'none'");
      return assertHeaders(seen, {
        page: (page) => ({ ...(page === consentPage ? consent("https:") : usual), ...secure }),
        panel: (page) => ({ ...panel("https://files.pasar.shop", frameOf(page)), ...secure }),
      });
    },
  ));

test("P40: script on a shop's origin reads nothing of the admin or the dashboard, session or not", async () => {
  const stage = await openStage();
  const { testing } = stage;
  const shop = await seedShop(testing);
  const page = await (await stage.as(shop.owner.browser)).newPage();
  // A shop's page with an app's script in it: same site as the admin, another origin.
  await page.goto(`${shop.origin}/api/3.0/products.json`);
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const targets = [
    adminOrigin,
    shop.host_url,
    `${adminOrigin}/api/console/session.json`,
    `${shop.host_url}/api/3.0/products.json`,
    `${partnersOrigin}/api/console/session.json`,
  ];
  for (const target of targets) {
    const script = `fetch(${JSON.stringify(target)}, { credentials: "include" })
      .then((answer) => answer.text(), () => "unreadable")`;
    assert.equal(await page.evaluate(script), "unreadable", target);
    const framed = `new Promise((resolve) => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.onload = () => { try { resolve(frame.contentDocument?.body.innerText ?? "unreadable"); } catch { resolve("unreadable"); } };
      frame.src = ${JSON.stringify(target)};
    })`;
    assert.equal(await page.evaluate(framed), "unreadable", `framed ${target}`);
  }
  assert.equal(await page.evaluate("document.cookie"), "");
  await stage.close();
});
