import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { scopeNames } from "@souk/contract";
import { type HttpResponse, type PlatformClient, type RequestOptions, signUp } from "@souk/testkit";
import type { Attack } from "./attacks.ts";
import {
  buildCsv,
  buildLargeGif,
  buildRejectedProduct,
  buildUnreadableBody,
  largeTemplate,
  longText,
  slowTemplate,
} from "./payloads.ts";
import { leaveResponseUnread } from "./unread-response.ts";

const handle = "stranger";

/** A store whose owner and apps do what they can to slow the platform down, within their rate limits. */
export interface HostileStore {
  host_url: string;
  productIds: readonly number[];
  /** Send a request as the store's next app. The apps take turns. @param path the path below `/api` */
  send(path: string, options?: RequestOptions): Promise<HttpResponse>;
  /** Send a request with the session of the store's owner. */
  call(method: string, url: string, json?: unknown): Promise<HttpResponse>;
  /** Return the token of the store's next app. The apps take turns. */
  getNextToken(): string;
}

/**
 * Sign up a stranger, who creates a store with products of 390 KB each and apps with all scopes, and edits the template of an email to
 * customers.
 */
export async function createHostileStore(
  { addresses, browser, request }: PlatformClient,
  { productCount, appCount }: { productCount: number; appCount: number },
): Promise<HostileStore> {
  const owner = await signUp({ addresses, browser, request }, "admin");
  const call: HostileStore["call"] = (...args) => owner.browser.call(...args);
  const create = async (url: string, json: object): Promise<HttpResponse> => {
    const response = await call("POST", url, json);
    assert.equal(response.status, 200, response.text);
    return response;
  };
  const storesUrl = `${addresses.adminOrigin}/api/console/stores.json`;
  const storeResponse = await create(storesUrl, { store: { name: handle, handle } });
  const { host_url } = storeResponse.json<{ store: { host_url: string } }>().store;
  const tokens: string[] = [];
  for (let n = 0; n < appCount; n += 1) {
    const app = { name: `App ${n}`, scopes: scopeNames };
    const appResponse = await create(`${host_url}/api/console/custom_apps.json`, app);
    tokens.push(appResponse.json<{ custom_app: { access_token: string } }>().custom_app.access_token);
  }
  const templateUrl = `${host_url}/api/console/notification_templates/shipping_confirmation.json`;
  const notification_template = { subject: "Hello", body_html: "Buy lamps at {{ shop.name }}" };
  const templateResponse = await call("PUT", templateUrl, { notification_template });
  assert.equal(templateResponse.status, 200, templateResponse.text);
  let requestCount = 0;
  const getNextToken = () => tokens[requestCount++ % tokens.length] ?? "";
  const send: HostileStore["send"] = (path, options = {}) =>
    request(`${addresses.storeOrigin(handle)}/api${path}`, { ...options, token: getNextToken() });
  return { host_url, send, call, getNextToken, productIds: await createProducts(send, productCount) };
}

async function createProducts(send: HostileStore["send"], count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const product = {
      title: `Lamp ${ids.length}`,
      body_html: "y".repeat(262_000),
      description: longText,
      note: longText,
    };
    const response = await send("/3.0/products.json", { method: "POST", json: { product } });
    if (response.status === 429) await sleep(250);
    else {
      assert.equal(response.status, 200, response.text);
      ids.push(response.json<{ product: { id: number } }>().product.id);
    }
  }
  return ids;
}

/** List the attacks by the store's apps, by name. */
export function listAppAttacks(
  { send, productIds, getNextToken }: HostileStore,
  { addresses, port }: { addresses: PlatformClient["addresses"]; port: number },
): Record<string, Attack> {
  let imageCount = 0;
  const getNextImagePath = () =>
    `/3.0/products/${productIds[imageCount++ % productIds.length] ?? 0}/images.json`;
  const gifRequest = { method: "POST", body: buildLargeGif(), headers: { "content-type": "image/gif" } };
  const csvRequest = { method: "POST", body: buildCsv(), headers: { "content-type": "text/csv" } };
  const exportJson = { export: { resource: "products", format: "jsonl" } };
  const productJson = { product: { note: longText } };
  const rejectedRequest = { method: "POST", json: buildRejectedProduct() };
  const unreadableRequest = {
    method: "POST",
    body: buildUnreadableBody(),
    headers: { "content-type": "application/json" },
  };
  const searchPath = `/3.0/products.json?query=${"la ".repeat(20)}&sort=title.asc&limit=250&fields=id`;
  const pageUrl = `${addresses.storeOrigin(handle)}/api/3.0/products.json?limit=50`;
  const buildAttack = (expected: number, sendRequest: Attack["send"]): Attack => ({
    expected,
    send: sendRequest,
  });
  return {
    "page of ids": buildAttack(200, () => send("/3.0/products.json?limit=250&fields=id")),
    "page of 50": buildAttack(200, () => send("/3.0/products.json?limit=50")),
    "deep page": buildAttack(200, () => send("/3.0/products.json?limit=10&page=1000000")),
    search: buildAttack(200, () => send(searchPath)),
    export: buildAttack(200, () => send("/4.0/exports.json", { method: "POST", json: exportJson })),
    import: buildAttack(200, () => send("/4.0/imports.json", csvRequest)),
    image: buildAttack(200, () => send(getNextImagePath(), gifRequest)),
    write: buildAttack(200, () =>
      send(`/3.0/products/${productIds[0]}.json`, { method: "PUT", json: productJson }),
    ),
    "rejected body": buildAttack(422, () => send("/3.0/products.json", rejectedRequest)),
    "unreadable body": buildAttack(400, () => send("/3.0/products.json", unreadableRequest)),
    "unread response": {
      ...buildAttack(200, () => leaveResponseUnread(port, pageUrl, getNextToken())),
      workerCount: 64,
    },
  };
}

/** Place an order for a new customer, ship it, and notify the customer. */
async function shipOrder(send: HostileStore["send"]): Promise<HttpResponse> {
  const email = `buyer-${randomBytes(5).toString("hex")}@victims.test`;
  const line_items = [{ name: "Lamp", price: "1.00", quantity: 1 }];
  const json = { order: { email, inventory_behaviour: "bypass", line_items } };
  const orderResponse = await send("/3.0/orders.json", { method: "POST", json });
  if (orderResponse.status !== 200) return orderResponse;
  const { id } = orderResponse.json<{ order: { id: number } }>().order;
  const fulfillment = { fulfillment: { is_mail: 1 } };
  return send(`/3.0/orders/${id}/fulfillments.json`, { method: "POST", json: fulfillment });
}

/** List the attacks by the store's owner, by name. They render templates, cause as many emails as possible, and read the audit log. */
export function listOwnerAttacks({ host_url, send, call }: HostileStore): Record<string, Attack> {
  const consoleUrl = `${host_url}/api/console`;
  const templateUrl = `${consoleUrl}/notification_templates/shipping_confirmation`;
  const preview = (body_html: string) => () =>
    call("POST", `${templateUrl}/preview.json`, { notification_template: { subject: "Hello", body_html } });
  const testEmail = { notification_template: { subject: "Win a lamp", body_html: "Open this link" } };
  const invite = () => {
    const email = `guest-${randomBytes(5).toString("hex")}@victims.test`;
    return call("POST", `${consoleUrl}/invitations.json`, { invitation: { email, role: "manager" } });
  };
  return {
    "slow template": { expected: 200, send: preview(slowTemplate) },
    "large template": { expected: 422, send: preview(largeTemplate) },
    "test email": { expected: 200, send: () => call("POST", `${templateUrl}/test.json`, testEmail) },
    invitation: { expected: 200, send: invite },
    shipment: { expected: 200, send: () => shipOrder(send) },
    "audit log": { expected: 200, send: () => call("GET", `${consoleUrl}/audit_entries.json?limit=250`) },
  };
}
