import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { scopeNames } from "@souk/contract";
import { type HttpResponse, type PlatformClient, type RequestOptions, signUp } from "@souk/testkit";

/** A store whose owner and apps do what they can to slow the platform down, within their rate limits. */
export interface HostileStore {
  /** Do everything at once until `stop` is called. */
  attack(): HostileWork;
}

/** Hostile requests in progress. */
export interface HostileWork {
  /** End the requests. @returns how often each attack got each status */
  stop(): Promise<Readonly<Record<string, Readonly<Record<number, number>>>>>;
}

type Send = () => Promise<HttpResponse>;

const appCount = 20;
const workersPerAttack = 4;

const longText = "z".repeat(65_000);
const slowTemplate = "{% for a in (1..8000) %}{% assign b = a | plus: 1 %}{% endfor %}x";

/** Build a GIF of 110 bytes that decodes to six images of 2,000 × 2,000 pixels. */
function buildLargeGif(): Buffer {
  const size = [0xd0, 0x07, 0xd0, 0x07];
  const head = [...Buffer.from("GIF89a"), ...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const image = [0x2c, 0, 0, 0, 0, ...size, 0, 0x02, 0x02, 0x4c, 0x01, 0x00];
  return Buffer.from([...head, ...Array.from({ length: 6 }, () => image).flat(), 0x3b]);
}

function buildCsv(): string {
  const rows = Array.from({ length: 20_000 }, (_, n) => `Lamp ${n},SKU-${n},1.00`);
  return ["Title,SKU,Price", ...rows].join("\n");
}

/** Send requests one after the other, as fast as the rate limit allows. @returns how often each status came */
async function repeat(send: Send, isStopped: () => boolean): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  while (!isStopped()) {
    const { status, headers } = await send();
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 429 || status === 503)
      await sleep(Math.min(1_000, Number(headers["retry-after"] ?? 1) * 1_000));
    else if (status >= 400) await sleep(50);
  }
  return counts;
}

/**
 * Sign up a stranger, who creates a store with 20 apps of all scopes and these many products of 390 KB.
 * @param productCount the number of products
 */
export async function createHostileStore(
  { addresses, browser, request }: PlatformClient,
  productCount: number,
): Promise<HostileStore> {
  const client = { addresses, browser, request };
  const owner = await signUp(client, "admin");
  const call = async (url: string, json: object): Promise<HttpResponse> => {
    const response = await owner.browser.call("POST", url, json);
    assert.equal(response.status, 200, response.text);
    return response;
  };
  const handle = "stranger";
  const stores = await call(`${addresses.adminOrigin}/api/console/stores.json`, {
    store: { name: handle, handle },
  });
  const { host_url } = stores.json<{ store: { host_url: string } }>().store;
  const tokens: string[] = [];
  for (let n = 0; n < appCount; n += 1) {
    const app = await call(`${host_url}/api/console/custom_apps.json`, {
      name: `App ${n}`,
      scopes: scopeNames,
    });
    tokens.push(app.json<{ custom_app: { access_token: string } }>().custom_app.access_token);
  }
  let requestCount = 0;
  const send = (path: string, options: RequestOptions = {}): Promise<HttpResponse> =>
    request(`${addresses.storeOrigin(handle)}/api${path}`, {
      ...options,
      token: tokens[requestCount++ % tokens.length] ?? "",
    });
  const productIds = await createProducts(send, productCount);
  const attacks = listAttacks({ send, call: owner.browser.call, host_url, productIds });
  return { attack: () => startAttacks(attacks) };
}

async function createProducts(
  send: (path: string, options: RequestOptions) => Promise<HttpResponse>,
  count: number,
): Promise<number[]> {
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

/** List the attacks by name. */
function listAttacks({
  send,
  call,
  host_url,
  productIds,
}: {
  send: (path: string, options?: RequestOptions) => Promise<HttpResponse>;
  call: (method: string, url: string, json?: object) => Promise<HttpResponse>;
  host_url: string;
  productIds: readonly number[];
}): Record<string, Send> {
  let imageCount = 0;
  const getProductId = () => productIds[imageCount++ % productIds.length] ?? 0;
  const gif = buildLargeGif();
  const csv = buildCsv();
  const template = { subject: "Hello", body_html: slowTemplate };
  const templateUrl = `${host_url}/api/console/notification_templates/shipping_confirmation`;
  return {
    "page of ids": () => send("/3.0/products.json?limit=250&fields=id"),
    "page of 50": () => send("/3.0/products.json?limit=50"),
    "deep page": () => send("/3.0/products.json?limit=10&page=1000000"),
    search: () => send(`/3.0/products.json?query=${"la ".repeat(20)}&sort=title.asc&limit=250&fields=id`),
    export: () =>
      send("/4.0/exports.json", {
        method: "POST",
        json: { export: { resource: "products", format: "jsonl" } },
      }),
    import: () =>
      send("/4.0/imports.json", { method: "POST", body: csv, headers: { "content-type": "text/csv" } }),
    image: () =>
      send(`/3.0/products/${getProductId()}/images.json`, {
        method: "POST",
        body: gif,
        headers: { "content-type": "image/gif" },
      }),
    template: () => call("POST", `${templateUrl}/preview.json`, { notification_template: template }),
    write: () =>
      send(`/3.0/products/${productIds[0]}.json`, { method: "PUT", json: { product: { note: longText } } }),
  };
}

function startAttacks(attacks: Readonly<Record<string, Send>>): HostileWork {
  let isStopped = false;
  const running = Object.entries(attacks).map(async ([name, send]) => {
    const workers = Array.from({ length: workersPerAttack }, () => repeat(send, () => isStopped));
    const totals: Record<number, number> = {};
    for (const counts of await Promise.all(workers))
      for (const [status, count] of Object.entries(counts))
        totals[Number(status)] = (totals[Number(status)] ?? 0) + count;
    return [name, totals] as const;
  });
  return {
    async stop() {
      isStopped = true;
      return Object.fromEntries(await Promise.all(running));
    },
  };
}
