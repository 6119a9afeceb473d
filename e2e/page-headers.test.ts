import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  type Browser,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpStaff,
  type TestPlatform,
  type TestPlatformOptions,
  testPlatform,
} from "@souk/testkit";
import { createE2eFixture } from "./e2e-fixture.ts";

/** Headers of every page of the platform, apart from those that differ by request. */
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

/** Build the headers of the consent page, whose form redirects to the address of any app. */
const consent = (schemes: string) => ({
  ...usual,
  "content-security-policy": usual["content-security-policy"].replace(
    "form-action 'self'",
    `form-action 'self' ${schemes}`,
  ),
});

/** Headers of the development mailbox, which frames the layout of an email without script. */
const mailbox = {
  ...usual,
  "content-security-policy": usual["content-security-policy"].replace(
    "img-src 'self'",
    "img-src 'self'; style-src-attr 'unsafe-inline'",
  ),
};

/**
 * Build the headers of a panel: scripts by nonce, requests to us alone, images of the files host, one app
 * frame.
 */
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

function toSnapshot({ headers }: Answer): Record<string, unknown> {
  const kept = Object.entries(headers).filter(([name]) => !changing.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, String(value).replaceAll(/nonce-[^']+/g, "nonce-…")]),
  );
}

interface Seen {
  testing: TestPlatform;
  store: SeededStore;
  /** App installed in the store. */
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
    const [store, app] = [await seedStore(testing), await registerApp(testing, appServer)];
    await installApp(testing, { store, app });
    await look({ testing, store, app, staff: (await signUpStaff(testing)).browser });
  } finally {
    await testing.stop();
  }
}

/** Map every page that the platform mounts to its address, with real names in place of its parameters. */
function pageAddresses({ testing, store, app }: Seen): Map<string, string> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const values: Record<string, string> = {
    store: store.handle,
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

/** Check the headers of every page for allowed and denied visitors, including a POST from another site. */
async function assertHeaders(seen: Seen, expected: Expected): Promise<void> {
  const { testing, store, app, staff } = seen;
  const addresses = pageAddresses(seen);
  assert.ok(addresses.size >= 20, `${addresses.size} pages`);
  const panels = new Set<string>();
  for (const [page, address] of addresses) {
    const method = page.split(" ")[0] ?? "GET";
    const visitors = [store.owner.browser, app.partner.browser, staff, testing.browser()];
    const answers =
      method === "GET"
        ? await Promise.all(visitors.map((browser) => browser.open(address)))
        : [
            await testing.request(address, { method, form: {} }),
            await store.owner.browser.call(method, address),
          ];
    for (const answer of answers) {
      const kind = answer.text.includes('id="panel"') ? "panel" : "page";
      if (kind === "panel") panels.add(page);
      assert.deepEqual(toSnapshot(answer), expected[kind](answer.status === 200 ? page : ""), page);
    }
  }
  assert.ok(panels.size >= 14, `${panels.size} pages are a panel's`);
  for (const origin of [testing.addresses.adminOrigin, testing.addresses.partnersOrigin])
    assert.deepEqual(toSnapshot(await nothingAt(origin, testing)), expected.page(""), "nothing here");
}

/** Request a missing address as a browser does; programs get JSON there. */
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

test("P40: every page has the same headers for everyone, rejections and redirects too", () =>
  withPlatform({}, (seen) => {
    const { filesOrigin } = seen.testing.addresses;
    return assertHeaders(seen, {
      page: pageInDevelopment,
      panel: (page) => panel(filesOrigin, page === appPage ? "http://127.0.0.1:9" : "'none'"),
    });
  }));

test("P40: production pages require https, and no form leads to http", () =>
  withPlatform(
    { config: { mode: "production", publicUrl: { scheme: "https", domain: "pasar.shop", port: 443 } } },
    (seen) => {
      const secure = { "strict-transport-security": "max-age=31536000; includeSubDomains" };
      const getFrameSource = (page: string) => (page === appPage ? "https://app.gudang.dev" : "'none'");
      return assertHeaders(seen, {
        page: (page) => ({ ...(page === consentPage ? consent("https:") : usual), ...secure }),
        panel: (page) => ({ ...panel("https://files.pasar.shop", getFrameSource(page)), ...secure }),
      });
    },
  ));

test("P40: script on a store's origin reads nothing of the admin or the dashboard", async () => {
  const fixture = await createE2eFixture();
  const { testing } = fixture;
  const store = await seedStore(testing);
  const page = await (await fixture.openWindowAs(store.owner.browser)).newPage();
  // A store's page with an app's script in it: same site as the admin, another origin.
  await page.goto(`${store.origin}/api/3.0/products.json`);
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const targets = [
    adminOrigin,
    store.host_url,
    `${adminOrigin}/api/console/session.json`,
    `${store.host_url}/api/3.0/products.json`,
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
  await fixture.close();
});
