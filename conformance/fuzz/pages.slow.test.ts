import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ErrorCode, errors, scopeNames } from "@souk/contract";
import {
  type Browser,
  chooseForRun,
  createFakeClock,
  createSeededRandom,
  type FakeClock,
  getProofSeed,
  type HttpResponse,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import {
  type KnownPageValues,
  makePageRequest,
  type PageRequest,
  type PageRoute,
} from "./page-request-maker.ts";
import { createChance } from "./value-maker.ts";

let clock: FakeClock;
let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let csrfToken: string;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
  receiver = await startRecordingReceiver();
  store = await seedStore(testPlatform, { products: 1 });
  app = await registerApp(testPlatform, receiver.url);
  await installApp(testPlatform, { store, app });
  const url = `${testPlatform.addresses.adminOrigin}/api/console/session.json`;
  const response = await store.owner.browser.call("GET", url);
  csrfToken = response.json<{ session: { csrf_token: string } }>().session.csrf_token;
});

after(async () => {
  await receiver.stop();
  // This throws if the platform has logged an internal error.
  await testPlatform.stop();
});

/**
 * Return the routes of all pages of the platform except the one that signs out, and routes on each host that match no
 * page.
 */
function listPageRoutes(): PageRoute[] {
  const pages = testPlatform.platform.modules.pages.filter(({ path }) => path !== "/sign-out");
  const unmatchedRoutes = ["store", "files", "apex", "admin", "partners"].flatMap((host) =>
    ["GET", "POST", "HEAD", "OPTIONS", "DELETE"].map((method) => ({ host, method, path: "/:client_id" })),
  );
  return [...pages, ...unmatchedRoutes];
}

function getOrigin(host: string): string {
  const { adminOrigin, partnersOrigin, filesOrigin, scheme, domain } = testPlatform.addresses;
  const apex = `${scheme}://${domain}:${testPlatform.port}`;
  return (
    { admin: adminOrigin, partners: partnersOrigin, files: filesOrigin, store: store.origin }[host] ?? apex
  );
}

function buildKnownPageValues(): KnownPageValues {
  return {
    store: [store.handle],
    client_id: [app.client_id],
    app_id: [app.client_id],
    scope: [scopeNames.join(","), "read_products", ""],
    redirect_uri: [app.redirection_url],
    state: ["abc"],
    return_to: ["/", `/${store.handle}/products`],
    width: ["160"],
    csrf_token: [csrfToken],
    email: [store.owner.email, "new@fuzz.test"],
    password: ["a password for tests"],
    name: ["Somebody"],
    handle: ["another-store"],
    currency_code: ["MYR"],
    timezone: ["Asia/Kuala_Lumpur"],
    decision: ["approve", "refuse"],
  };
}

function getCookie(browser: Browser, origin: string): string {
  return browser.getCookieHeader(new URL(origin).host) ?? assert.fail();
}

function send(
  { host, method, path, headers, body }: PageRequest,
  isSignedIn: boolean,
): Promise<HttpResponse> {
  const origin = getOrigin(host);
  // Signing up or in with a session would replace that session.
  const createsSession = method === "POST" && /^\/sign-(?:in|up)/.test(path);
  const [consoleName, browser] =
    host === "partners" ? ["partners", app.partner.browser] : ["admin", store.owner.browser];
  // A request that is not signed in sends a malformed cookie.
  const cookie =
    isSignedIn && !createsSession && (host === "admin" || host === "partners")
      ? getCookie(browser as Browser, origin)
      : `__Host-souk_${consoleName}=\xff\xfe; =; a=b`;
  return testPlatform.request(`${origin}${path}`, {
    method,
    headers: { cookie, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Return whether a redirect leads to an origin other than those of the page, the admin and the app. */
function isForeignRedirect(location: string, origin: string): boolean {
  if (location === "") return false;
  const target = URL.parse(location, origin);
  const allowedOrigins = [origin, testPlatform.addresses.adminOrigin, receiver.url];
  return target === null || !allowedOrigins.includes(target.origin);
}

/** Return what is wrong with a response, or null. */
function findViolation(
  { host, method }: PageRequest,
  { status, headers, text, location }: HttpResponse,
): string | null {
  if (status >= 500) return "a server error";
  if (isForeignRedirect(location, getOrigin(host))) return `a redirect to ${location}`;
  if (headers["x-injected"] !== undefined) return "an injected header";
  if (text.includes("<script>alert(1)")) return "an injected script";
  if (status < 400 || method === "HEAD" || !String(headers["content-type"]).startsWith("application/json"))
    return null;
  const { error } = JSON.parse(text) as { error?: { code: ErrorCode; request_id: string } };
  if (!error || errors[error.code]?.status !== status) return "an error that is not in the catalog";
  return error.request_id === headers["x-request-id"] ? null : "an error without the response's request id";
}

function formatExchange(request: PageRequest, { status, text }: HttpResponse): string {
  const { host, method, path, headers, body } = request;
  return `${method} ${host} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 1_000) ?? ""}
  ${status} ${text.slice(0, 500)}`;
}

test("P37: pages, files and invalid paths respond without a 5xx or a redirect to a foreign origin", async () => {
  const count = chooseForRun({ inTests: 2_000, inProof: 20_000 });
  const seed = getProofSeed();
  const routes = listPageRoutes();
  const knownValues = buildKnownPageValues();
  const statuses = new Map<number, number>();
  const violations: string[] = [];
  let sentCount = 0;
  const sendRequests = async (): Promise<void> => {
    while (sentCount < count && violations.length < 5) {
      const index = sentCount++;
      const chance = createChance(createSeededRandom(seed + index));
      const request = makePageRequest(routes[index % routes.length] ?? assert.fail(), chance, knownValues);
      // The clock advances, because pages with a limit per IP address would otherwise respond almost only with 429.
      if (request.method === "POST") clock.advance(4_000);
      const response = await send(request, chance.happens(0.8));
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const violation = findViolation(request, response);
      if (violation !== null)
        violations.push(`request ${index}: ${violation}: ${formatExchange(request, response)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, sendRequests));
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${sentCount} requests, ${counts.join(", ")}`);
  assert.deepEqual(violations, []);
  // If almost all requests are rejected, the run proves little.
  assert.ok((statuses.get(200) ?? 0) + (statuses.get(303) ?? 0) > sentCount / 5, counts.join(", "));
});
