import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Browser,
  type HttpResponse,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpStaff,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from "@souk/testkit";
import { createE2eFixture } from "./e2e-fixture.ts";

/** The headers of every page of the platform, except those that differ by request. */
const defaultHeaders = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'nonce-…'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "content-type": "text/html; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Build the headers of the consent page, whose form may redirect to the URL of any app. */
const buildConsentHeaders = (schemes: string) => ({
  ...defaultHeaders,
  "content-security-policy": defaultHeaders["content-security-policy"].replace(
    "form-action 'self'",
    `form-action 'self' ${schemes}`,
  ),
});

/** The headers of the development mailbox, which shows emails in a frame without scripts. */
const mailboxHeaders = {
  ...defaultHeaders,
  "content-security-policy": defaultHeaders["content-security-policy"].replace(
    "img-src 'self'",
    "img-src 'self'; style-src-attr 'unsafe-inline'",
  ),
};

/** The headers of a page with a passkey prompt, which allow the prompt's script by its nonce. */
const passkeyHeaders = {
  ...defaultHeaders,
  "content-security-policy": defaultHeaders["content-security-policy"].replace(
    "style-src",
    "script-src 'nonce-…'; style-src",
  ),
};

/** Build the headers of a panel, which allow scripts with a nonce, images from the files host, and a frame of one app. */
const buildPanelHeaders = (filesOrigin: string, frameSource: string) => ({
  ...defaultHeaders,
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'nonce-…' 'strict-dynamic'",
    "style-src 'self' 'nonce-…'",
    `img-src 'self' data: ${filesOrigin}`,
    "connect-src 'self'",
    `frame-src ${frameSource}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
});

/** The names of headers that differ by request. */
const variableHeaders = [
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "location",
  "refresh",
  "set-cookie",
  "x-request-id",
];

/** Return the headers of a response that do not differ by request, with `nonce-…` instead of each nonce. */
function pickFixedHeaders({ headers }: HttpResponse): Record<string, unknown> {
  const fixedHeaders = Object.entries(headers).filter(([name]) => !variableHeaders.includes(name));
  return Object.fromEntries(
    fixedHeaders.map(([name, value]) => [name, String(value).replaceAll(/nonce-[^']+/g, "nonce-…")]),
  );
}

interface SeededPlatform {
  testPlatform: TestPlatform;
  store: SeededStore;
  /** The app that is installed in the store. */
  app: SeededApp;
  staff: Browser;
}

/** Start a platform with a store and an app, run a check, and stop the platform. */
async function withPlatform(
  options: TestPlatformOptions,
  check: (seeded: SeededPlatform) => Promise<void>,
): Promise<void> {
  const testPlatform = await startTestPlatform(options);
  try {
    const appServer = options.config ? "https://app.gudang.dev" : "http://127.0.0.1:9";
    const [store, app] = [await seedStore(testPlatform), await registerApp(testPlatform, appServer)];
    await installApp(testPlatform, { store, app });
    await check({ testPlatform, store, app, staff: (await signUpStaff(testPlatform)).browser });
  } finally {
    await testPlatform.stop();
  }
}

/** Map every page of the platform to its URL, in which parameters are replaced by existing values. */
function listPageUrls({ testPlatform, store, app }: SeededPlatform): Map<string, string> {
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
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
    testPlatform.platform.modules.pages.map(({ host, method, path }) => {
      const origin = host === "partners" ? partnersOrigin : adminOrigin;
      const filledPath = path.replaceAll(
        /:(\w+)/g,
        (_, name: string) => values[name] ?? assert.fail(`${path} has an unknown parameter ${name}`),
      );
      return [`${method} ${host} ${path}`, `${origin}${filledPath}?${query}`];
    }),
  );
}

/**
 * Functions that return the expected headers of a page, for example of `GET admin /mail`. For an error or a redirect, the parameter
 * is an empty string.
 */
interface ExpectedHeaders {
  page(page: string): Record<string, string>;
  panel(page: string): Record<string, string>;
}

/** Assert the headers of every page, for visitors with and without access, and for a POST from another site. */
async function assertHeaders(seeded: SeededPlatform, expected: ExpectedHeaders): Promise<void> {
  const { testPlatform, store, app, staff } = seeded;
  const pageUrls = listPageUrls(seeded);
  assert.ok(pageUrls.size >= 20, `${pageUrls.size} pages`);
  const panels = new Set<string>();
  for (const [page, url] of pageUrls) {
    const method = page.split(" ")[0] ?? "GET";
    const visitors = [store.owner.browser, app.partner.browser, staff, testPlatform.browser()];
    const responses =
      method === "GET"
        ? await Promise.all(visitors.map((browser) => browser.open(url)))
        : [
            await testPlatform.request(url, { method, form: {} }),
            await store.owner.browser.call(method, url),
          ];
    for (const response of responses) {
      const kind = response.text.includes('id="panel"') ? "panel" : "page";
      if (kind === "panel") panels.add(page);
      const isErrorOrRedirect = ![200, 422].includes(response.status);
      assert.deepEqual(pickFixedHeaders(response), expected[kind](isErrorOrRedirect ? "" : page), page);
    }
  }
  assert.ok(panels.size >= 14, `only ${panels.size} pages are panel pages`);
  for (const origin of [testPlatform.addresses.adminOrigin, testPlatform.addresses.partnersOrigin])
    assert.deepEqual(
      pickFixedHeaders(await requestMissingPage(origin, testPlatform)),
      expected.page(""),
      "a missing page",
    );
}

/** Request a missing page as a browser does. Other clients would get JSON. */
function requestMissingPage(origin: string, { request }: TestPlatform): Promise<HttpResponse> {
  return request(`${origin}/nothing/here`, { headers: { accept: "text/html" } });
}

const consentPage = "GET admin /:store/oauth/authorize";
const mailPage = "GET admin /mail";
/** The pages whose script opens a passkey prompt. */
const passkeyPages = ["admin", "partners"].flatMap((host) => [
  `POST ${host} /sign-in/passkey`,
  `POST ${host} /sign-in/passkey/verify`,
]);
const appPage = "GET admin /:store/apps/installed/:client_id";

function getDevelopmentHeaders(page: string): Record<string, string> {
  if (page === mailPage) return mailboxHeaders;
  if (passkeyPages.includes(page)) return passkeyHeaders;
  return page === consentPage ? buildConsentHeaders("https: http:") : defaultHeaders;
}

function getProductionHeaders(page: string): Record<string, string> {
  if (passkeyPages.includes(page)) return passkeyHeaders;
  return page === consentPage ? buildConsentHeaders("https:") : defaultHeaders;
}

test("P40: every page, even an error or a redirect, has the same headers for every visitor", () =>
  withPlatform({}, (seeded) => {
    const { filesOrigin } = seeded.testPlatform.addresses;
    return assertHeaders(seeded, {
      page: getDevelopmentHeaders,
      panel: (page) => buildPanelHeaders(filesOrigin, page === appPage ? "http://127.0.0.1:9" : "'none'"),
    });
  }));

test("P40: in production, pages require HTTPS and no form may redirect to HTTP", () =>
  withPlatform(
    { config: { mode: "production", publicUrl: { scheme: "https", domain: "pasar.shop", port: 443 } } },
    (seeded) => {
      const httpsHeaders = { "strict-transport-security": "max-age=31536000; includeSubDomains" };
      const getFrameSource = (page: string) => (page === appPage ? "https://app.gudang.dev" : "'none'");
      return assertHeaders(seeded, {
        page: (page) => ({ ...getProductionHeaders(page), ...httpsHeaders }),
        panel: (page) => ({
          ...buildPanelHeaders("https://files.pasar.shop", getFrameSource(page)),
          ...httpsHeaders,
        }),
      });
    },
  ));

test("P40: a script on a store's origin cannot read the admin or the partner dashboard", async () => {
  const fixture = await createE2eFixture();
  const { testPlatform } = fixture;
  const store = await seedStore(testPlatform);
  const page = await (await fixture.openContextAs(store.owner.browser)).newPage();
  // A page of the store's origin, which could have an app's script. This origin is on the same site as the admin.
  await page.goto(`${store.origin}/api/3.0/products.json`);
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const targets = [
    adminOrigin,
    store.host_url,
    `${adminOrigin}/api/console/session.json`,
    `${store.host_url}/api/3.0/products.json`,
    `${partnersOrigin}/api/console/session.json`,
  ];
  for (const target of targets) {
    const script = `fetch(${JSON.stringify(target)}, { credentials: "include" })
      .then((response) => response.text(), () => "unreadable")`;
    assert.equal(await page.evaluate(script), "unreadable", target);
    const frameScript = `new Promise((resolve) => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.onload = () => { try { resolve(frame.contentDocument?.body.innerText ?? "unreadable"); } catch { resolve("unreadable"); } };
      frame.src = ${JSON.stringify(target)};
    })`;
    assert.equal(await page.evaluate(frameScript), "unreadable", `framed ${target}`);
  }
  assert.equal(await page.evaluate("document.cookie"), "");
  await fixture.close();
});
