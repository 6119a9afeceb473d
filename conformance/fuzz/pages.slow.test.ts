import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ErrorCode, errors, scopeNames } from "@souk/contract";
import {
  type Answer,
  type Browser,
  type FakeClock,
  fakeClock,
  installApp,
  proofSeed,
  proofSize,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seededRandom,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { makePageRequest, type PageAddress, type PageRequest, type PageWords } from "./page-request-maker.ts";
import { createChance } from "./value-maker.ts";

let clock: FakeClock;
let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let csrfToken: string;

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock });
  receiver = await recordingReceiver();
  store = await seedStore(testing, { products: 1 });
  app = await registerApp(testing, receiver.url);
  await installApp(testing, { store, app });
  const url = `${testing.addresses.adminOrigin}/api/console/session.json`;
  const answer = await store.owner.browser.call("GET", url);
  csrfToken = answer.json<{ session: { csrf_token: string } }>().session.csrf_token;
});

after(async () => {
  await receiver.stop();
  // It throws when the platform has logged an error of its own.
  await testing.stop();
});

/**
 * Return every page that the platform has mounted except the one that ends the session, and an invalid one of each
 * kind.
 */
function allAddresses(): PageAddress[] {
  const pages = testing.platform.modules.pages.filter(({ path }) => path !== "/sign-out");
  const other = ["store", "files", "apex", "admin", "partners"].flatMap((host) =>
    ["GET", "POST", "HEAD", "OPTIONS", "DELETE"].map((method) => ({ host, method, path: "/:client_id" })),
  );
  return [...pages, ...other];
}

function getOrigin(host: string): string {
  const { adminOrigin, partnersOrigin, filesOrigin, scheme, domain } = testing.addresses;
  const apex = `${scheme}://${domain}:${testing.port}`;
  return (
    { admin: adminOrigin, partners: partnersOrigin, files: filesOrigin, store: store.origin }[host] ?? apex
  );
}

function buildPageWords(): PageWords {
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
  return browser.cookies(new URL(origin).host) ?? assert.fail();
}

function send({ host, method, path, headers, body }: PageRequest, isSignedIn: boolean): Promise<Answer> {
  const origin = getOrigin(host);
  // Signing up or in with a session would put another in its place.
  const entering = method === "POST" && /^\/sign-(?:in|up)/.test(path);
  const [name, browser] =
    host === "partners" ? ["partners", app.partner.browser] : ["admin", store.owner.browser];
  const cookie =
    isSignedIn && !entering && (host === "admin" || host === "partners")
      ? getCookie(browser as Browser, origin)
      : `__Host-souk_${name}=\xff\xfe; =; a=b`;
  return testing.request(`${origin}${path}`, {
    method,
    headers: { cookie, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Return whether a redirect leaves our own pages and those of the app that the merchant goes to. */
function leadsAway(location: string, origin: string): boolean {
  if (location === "") return false;
  const to = URL.parse(location, origin);
  const known = [origin, testing.addresses.adminOrigin, receiver.url];
  return to === null || !known.includes(to.origin);
}

/** Return the error in a response, or null. */
function findViolation(
  { host, method }: PageRequest,
  { status, headers, text, location }: Answer,
): string | null {
  if (status >= 500) return "a server error";
  if (leadsAway(location, getOrigin(host))) return `leads to ${location}`;
  if (headers["x-injected"] !== undefined) return "a header that was smuggled in";
  if (text.includes("<script>alert(1)")) return "a script that was smuggled in";
  if (status < 400 || method === "HEAD" || !String(headers["content-type"]).startsWith("application/json"))
    return null;
  const { error } = JSON.parse(text) as { error?: { code: ErrorCode; request_id: string } };
  if (!error || errors[error.code]?.status !== status) return "an error that is not of the catalog";
  return error.request_id === headers["x-request-id"] ? null : "an error without its request id";
}

function formatExchange(request: PageRequest, { status, text }: Answer): string {
  const { host, method, path, headers, body } = request;
  return `${method} ${host} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 1_000) ?? ""}
  ${status} ${text.slice(0, 500)}`;
}

test("P37: pages, files and bad addresses always respond, and redirect only where allowed", async () => {
  const count = proofSize({ ci: 2_000, full: 20_000 });
  const seed = proofSeed();
  const addresses = allAddresses();
  const words = buildPageWords();
  const statuses = new Map<number, number>();
  const violations: string[] = [];
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < count && violations.length < 5) {
      const at = made++;
      const chance = createChance(seededRandom(seed + at));
      const request = makePageRequest(addresses[at % addresses.length] ?? assert.fail(), chance, words);
      // What is guarded by address would answer little else than 429.
      if (request.method === "POST") clock.advance(4_000);
      const answer = await send(request, chance.happens(0.8));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const violation = findViolation(request, answer);
      if (violation !== null)
        violations.push(`request ${at}: ${violation}: ${formatExchange(request, answer)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${made} requests, ${counts.join(", ")}`);
  assert.deepEqual(violations, []);
  // A run whose requests are all rejected proves little.
  assert.ok((statuses.get(200) ?? 0) + (statuses.get(303) ?? 0) > made / 5, counts.join(", "));
});
