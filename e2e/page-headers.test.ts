import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
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
    kept.map(([name, value]) => [name, String(value).replace(/nonce-[^']+/, "nonce-…")]),
  );
}

interface Seen {
  testing: TestPlatform;
  shop: SeededShop;
  app: SeededApp;
}

async function withPlatform(
  options: TestPlatformOptions,
  look: (seen: Seen) => Promise<void>,
): Promise<void> {
  const testing = await testPlatform(options);
  try {
    const appServer = options.config ? "https://app.gudang.dev" : "http://127.0.0.1:9";
    await look({ testing, shop: await seedShop(testing), app: await registerApp(testing, appServer) });
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

/** The headers of every page as its owner, its partner and a stranger see it, a POST from elsewhere included. */
async function assertHeaders(seen: Seen, expected: (page: string) => Record<string, string>): Promise<void> {
  const { testing, shop, app } = seen;
  const addresses = pageAddresses(seen);
  assert.ok(addresses.size >= 20, `${addresses.size} pages`);
  for (const [page, address] of addresses) {
    const method = page.split(" ")[0] ?? "GET";
    const answers =
      method === "GET"
        ? await Promise.all(
            [shop.owner.browser, app.partner.browser, testing.browser()].map((each) => each.open(address)),
          )
        : [
            await testing.request(address, { method, form: {} }),
            await shop.owner.browser.call(method, address),
          ];
    const [best, ...others] = answers.map(snapshotOf);
    assert.deepEqual(best, expected(page), page);
    for (const other of others) assert.deepEqual(other, expected(""), page);
  }
  for (const origin of [testing.addresses.adminOrigin, testing.addresses.partnersOrigin])
    assert.deepEqual(snapshotOf(await nothingAt(origin, testing)), expected(""), "nothing here");
}

/** As a browser asks for it: programs get JSON there. */
function nothingAt(origin: string, { request }: TestPlatform): Promise<Answer> {
  return request(`${origin}/nothing/here`, { headers: { accept: "text/html" } });
}

const consentPage = "GET admin /:store/oauth/authorize";

test("P40: every page of the router is sent with the same headers, whoever looks, refusals and redirects too", () =>
  withPlatform({}, (seen) =>
    assertHeaders(seen, (page) => (page === consentPage ? consent("https: http:") : usual)),
  ));

test("P40: in production the browser is told to use https alone, and no form leads to http", () =>
  withPlatform(
    { config: { mode: "production", publicUrl: { scheme: "https", domain: "pasar.shop", port: 443 } } },
    (seen) => {
      const secure = { "strict-transport-security": "max-age=31536000; includeSubDomains" };
      return assertHeaders(seen, (page) => ({
        ...(page === consentPage ? consent("https:") : usual),
        ...secure,
      }));
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
