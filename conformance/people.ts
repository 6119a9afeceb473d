import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Answer, Browser } from "@souk/testkit";
import type { World } from "./world.ts";

/** Somebody with a browser, signed in on one origin. */
export interface Person {
  browser: Browser;
  /** Calls a console operation of the origin; `path` stands below `/api/console`, or names a shop first. */
  call(method: string, path: string, json?: unknown): Promise<Answer>;
}

/** A shop as its people see it. */
export interface Shop {
  id: number;
  handle: string;
  name: string;
  domain: string;
  host_url: string;
}

/** A merchant with the shop that he acts in. */
export interface Merchant extends Person {
  shop: Shop;
  /** Calls a console operation of the shop. */
  inShop(method: string, path: string, json?: unknown): Promise<Answer>;
}

const password = "a password for a test 1";

/** A name that no earlier run has used. */
export function freshName(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString("hex")}`;
}

function personAt(browser: Browser, origin: string): Person {
  return {
    browser,
    call: (method, path, json) => browser.call(method, `${origin}/api/console${path}`, json),
  };
}

async function signUp(world: World, origin: string, name: string): Promise<Person> {
  const person = personAt(world.browser(), origin);
  const answer = await person.call("POST", "/accounts.json", {
    email: `${freshName(name)}@conformance.test`,
    password,
    name,
  });
  assert.equal(answer.status, 200, `signing up at ${origin}: ${answer.text}`);
  return person;
}

/** A new partner's account, signed in at the partner dashboard. */
export function newPartner(world: World): Promise<Person> {
  return signUp(world, world.origins.partners, "partner");
}

function inShopOf(browser: Browser, origin: string, shop: Shop): Merchant {
  const inShop: Merchant["inShop"] = (method, path, json) =>
    browser.call(method, `${origin}/${shop.handle}/api/console${path}`, json);
  return { ...personAt(browser, origin), shop, inShop };
}

/** A new merchant's account with a new, empty shop. */
export async function newMerchant(world: World, handle = freshName("shop")): Promise<Merchant> {
  const person = await signUp(world, world.origins.admin, "merchant");
  const made = await person.call("POST", "/stores.json", { store: { name: `Shop ${handle}`, handle } });
  assert.equal(made.status, 200, `creating a shop: ${made.text}`);
  return inShopOf(person.browser, world.origins.admin, made.json<{ store: Shop }>().store);
}

/** The owner of the shop that has products and stock, signed in at the admin. */
export async function stockedMerchant(world: World): Promise<Merchant> {
  const { merchant: email, password, handle } = world.shop;
  const person = personAt(world.browser(), world.origins.admin);
  const signedIn = await person.call("POST", "/session.json", { email, password });
  assert.equal(signedIn.status, 200, `signing in as ${email}: ${signedIn.text}`);
  const { stores } = (await person.call("GET", "/stores.json?limit=250")).json<{ stores: Shop[] }>();
  const shop = stores.find((store) => store.handle === handle);
  assert.ok(shop, `${email} has no shop ${handle}`);
  return inShopOf(person.browser, world.origins.admin, shop);
}

/** Somebody of the platform's staff; calls operations of the staff console. */
export async function signedInStaff(world: World): Promise<Person> {
  const { admin } = world.origins;
  const person = personAt(world.browser(), admin);
  const signedIn = await person.call("POST", "/session.json", world.staff);
  assert.equal(signedIn.status, 200, `signing in as ${world.staff.email}: ${signedIn.text}`);
  const { browser } = person;
  return { browser, call: (method, path, json) => browser.call(method, `${admin}/api/staff${path}`, json) };
}
