import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type Browser, type HttpResponse, verifyEmail } from "@souk/testkit";
import type { Page } from "playwright-core";
import type { ConformanceFixture } from "./conformance-fixture.ts";

/** A person with a browser, signed in on one origin. */
export interface Person {
  browser: Browser;
  /** Call a console operation of the origin. `path` is relative to `/api/console`. */
  call(method: string, path: string, json?: unknown): Promise<HttpResponse>;
}

/** A store as the console returns it. */
export interface Store {
  id: number;
  handle: string;
  name: string;
  domain: string;
  host_url: string;
}

/** A merchant and their store. */
export interface Merchant extends Person {
  store: Store;
  password: string;
  /** Call a console operation of the store. */
  callStore(method: string, path: string, json?: unknown): Promise<HttpResponse>;
}

const password = "a password for a test 1";

/** Create a random name, which no earlier run has used. */
export function createUniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString("hex")}`;
}

function buildPerson(browser: Browser, origin: string): Person {
  return {
    browser,
    call: (method, path, json) => browser.call(method, `${origin}/api/console${path}`, json),
  };
}

async function signUp(
  fixture: ConformanceFixture,
  origin: string,
  name: string,
): Promise<Person & { email: string }> {
  const person = buildPerson(fixture.browser(), origin);
  const email = `${createUniqueName(name)}@conformance.test`;
  const response = await person.call("POST", "/accounts.json", { email, password, name });
  assert.equal(response.status, 200, `signing up at ${origin}: ${response.text}`);
  return { ...person, email };
}

/** Create a partner account and sign in to the partner dashboard. */
export function createPartner(fixture: ConformanceFixture): Promise<Person> {
  return signUp(fixture, fixture.origins.partners, "partner");
}

function buildMerchant(
  { browser, password }: { browser: Browser; password: string },
  origin: string,
  store: Store,
): Merchant {
  const callStore: Merchant["callStore"] = (method, path, json) =>
    browser.call(method, `${origin}/${store.handle}/api/console${path}`, json);
  return { ...buildPerson(browser, origin), store, password, callStore };
}

/** Create a merchant account with an empty store. */
export async function createMerchant(
  fixture: ConformanceFixture,
  handle = createUniqueName("store"),
): Promise<Merchant> {
  const person = await signUp(fixture, fixture.origins.admin, "merchant");
  await verifyEmail(fixture.origins.admin, person);
  const creationResponse = await person.call("POST", "/stores.json", {
    store: { name: `Store ${handle}`, handle },
  });
  assert.equal(creationResponse.status, 200, `creating a store: ${creationResponse.text}`);
  return buildMerchant(
    { browser: person.browser, password },
    fixture.origins.admin,
    creationResponse.json<{ store: Store }>().store,
  );
}

/** Sign in to the admin as the owner of the store that has products and stock. */
export async function signInStockedMerchant(fixture: ConformanceFixture): Promise<Merchant> {
  const { ownerEmail, password, handle } = fixture.store;
  const person = buildPerson(fixture.browser(), fixture.origins.admin);
  const signInResponse = await person.call("POST", "/session.json", { email: ownerEmail, password });
  assert.equal(signInResponse.status, 200, `signing in as ${ownerEmail}: ${signInResponse.text}`);
  const { stores } = (await person.call("GET", "/stores.json?limit=250")).json<{ stores: Store[] }>();
  const stockedStore = stores.find((store) => store.handle === handle);
  assert.ok(stockedStore, `${ownerEmail} has no store ${handle}`);
  return buildMerchant({ browser: person.browser, password }, fixture.origins.admin, stockedStore);
}

/** Sign in as platform staff. The returned `call` calls operations of the staff console. */
export async function signInStaff(fixture: ConformanceFixture): Promise<Person> {
  const { admin } = fixture.origins;
  const person = buildPerson(fixture.browser(), admin);
  const signInResponse = await person.call("POST", "/session.json", fixture.staff);
  assert.equal(signInResponse.status, 200, `signing in as ${fixture.staff.email}: ${signInResponse.text}`);
  const { browser } = person;
  return { browser, call: (method, path, json) => browser.call(method, `${admin}/api/staff${path}`, json) };
}

/** Sign in as the merchant of the stocked store, on the sign-in page that the browser shows. */
export async function signInOnPage(page: Page, fixture: ConformanceFixture): Promise<void> {
  await page.getByLabel("Email").fill(fixture.store.ownerEmail);
  await page.getByLabel("Password").fill(fixture.store.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
