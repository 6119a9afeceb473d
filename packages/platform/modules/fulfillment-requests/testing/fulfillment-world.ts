import {
  type Answer,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedOrders,
  seedShop,
  type TestPlatform,
  type TestPlatformOptions,
  testPlatform,
} from "@souk/testkit";

/** A fulfillment request as it is shown. */
export interface ShownRequest {
  id: number;
  app_handle: string;
  topic: string;
  order_ids: number[];
  fulfillment_order_id: number | null;
  status: string;
  answer: Record<string, unknown> | null;
  error: string | null;
  duration_ms: number | null;
}

/** A shop with orders and an app that answers the Fulfill action. */
export interface FulfillmentWorld {
  testing: TestPlatform;
  /** Stands for the app. */
  receiver: RecordingReceiver;
  shop: SeededShop;
  app: SeededApp;
  token: string;
  orders: readonly number[];
  /** Sets where an app answers; null: nowhere. */
  setUrl(app: SeededApp, topic: string, url: string | null): Promise<void>;
  /** Installs a further app of the same server in the shop. */
  another(): Promise<{ app: SeededApp; token: string }>;
  /** Presses Fulfill as the shop's owner; about the first order, with the world's app, unless said. */
  send(request?: object): Promise<Answer>;
  /** The same, which must be taken. */
  sent(request?: object): Promise<ShownRequest>;
  console(method: string, path: string, json?: unknown): Promise<Answer>;
  api(path: string, token?: string): Promise<Answer>;
  stop(): Promise<void>;
}

export async function fulfillmentWorld(options: TestPlatformOptions = {}): Promise<FulfillmentWorld> {
  const [testing, receiver] = await Promise.all([testPlatform(options), recordingReceiver()]);
  const { database } = testing;
  const shop = await seedShop(testing, { products: 1, locations: 2 });
  const app = await registerApp(testing, receiver.url);
  const { token } = await installApp(testing, { shop, app });
  const orders = await seedOrders(database, shop.id, 3);
  const setUrl: FulfillmentWorld["setUrl"] = async ({ id }, topic, url) => {
    await database.query("delete from app_fulfillment_urls where app_id = $1 and topic = $2", [id, topic]);
    if (url === null) return;
    const text = "insert into app_fulfillment_urls (app_id, topic, url) values ($1, $2, $3)";
    await database.query(text, [id, topic, url]);
  };
  await setUrl(app, "fulfillment/single", `${receiver.url}/single`);
  await setUrl(app, "fulfillment/bulk", `${receiver.url}/bulk`);
  const call: FulfillmentWorld["console"] = (method, path, json) =>
    shop.owner.browser.call(method, `${shop.host_url}/api/console${path}`, json);
  const send: FulfillmentWorld["send"] = (request = {}) =>
    call("POST", "/fulfillment_requests.json", {
      fulfillment_request: {
        ...("client_id" in request ? {} : { app_handle: app.handle }),
        topic: "fulfillment/single",
        order_ids: orders.slice(0, 1),
        ...request,
      },
    });
  return {
    testing,
    receiver,
    shop,
    app,
    token,
    orders,
    setUrl,
    async another() {
      const other = await registerApp(testing, receiver.url);
      return { app: other, token: (await installApp(testing, { shop, app: other })).token };
    },
    send,
    async sent(request) {
      const answer = await send(request);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.json<{ fulfillment_request: ShownRequest }>().fulfillment_request;
    },
    console: call,
    api: (path, as = token) => testing.request(`${shop.origin}/api${path}`, { token: as }),
    stop: () => testing.stop().finally(receiver.stop),
  };
}
