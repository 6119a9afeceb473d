import {
  type HttpResponse,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedOrders,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from "@souk/testkit";

/** A fulfillment request as the API returns it. */
export interface FulfillmentRequest {
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

/** A store with orders and an app that responds to the Fulfill action. */
export interface FulfillmentFixture {
  testPlatform: TestPlatform;
  /** The app's server. */
  receiver: RecordingReceiver;
  store: SeededStore;
  app: SeededApp;
  /** The app's access token. */
  token: string;
  /** The ids of the store's orders. */
  orderIds: readonly number[];
  /** Set the URL that an app has for a topic; null removes it. */
  setUrl(app: SeededApp, topic: string, url: string | null): Promise<void>;
  /** Install another app, which has the same server, in the store. */
  installAnotherApp(): Promise<{ app: SeededApp; token: string }>;
  /** Send a fulfillment request as the store's owner, by default for the first order and to the fixture's app. */
  send(request?: object): Promise<HttpResponse>;
  /** Send a fulfillment request, which must succeed, and return it. */
  createRequest(request?: object): Promise<FulfillmentRequest>;
  /** Call the console API as the store's owner. */
  callConsole(method: string, path: string, json?: unknown): Promise<HttpResponse>;
  /** Send a GET request to a path of the store's API, by default as the fixture's app. */
  getFromApi(path: string, token?: string): Promise<HttpResponse>;
  stop(): Promise<void>;
}

/** Start a platform and the server of an app, and install the app with both of its fulfillment URLs in a new store. */
export async function createFulfillmentFixture(
  options: TestPlatformOptions = {},
): Promise<FulfillmentFixture> {
  const [testPlatform, receiver] = await Promise.all([startTestPlatform(options), startRecordingReceiver()]);
  const { database } = testPlatform;
  const store = await seedStore(testPlatform, { products: 1, locations: 2 });
  const app = await registerApp(testPlatform, receiver.url);
  const { token } = await installApp(testPlatform, { store, app });
  const orderIds = await seedOrders(database, store.id, 3);
  const setUrl: FulfillmentFixture["setUrl"] = async ({ id }, topic, url) => {
    await database.query("delete from app_fulfillment_urls where app_id = $1 and topic = $2", [id, topic]);
    if (url === null) return;
    const text = "insert into app_fulfillment_urls (app_id, topic, url) values ($1, $2, $3)";
    await database.query(text, [id, topic, url]);
  };
  await setUrl(app, "fulfillment/single", `${receiver.url}/single`);
  await setUrl(app, "fulfillment/bulk", `${receiver.url}/bulk`);
  const callConsole: FulfillmentFixture["callConsole"] = (method, path, json) =>
    store.owner.browser.call(method, `${store.host_url}/api/console${path}`, json);
  const send: FulfillmentFixture["send"] = (request = {}) =>
    callConsole("POST", "/fulfillment_requests.json", {
      fulfillment_request: {
        ...("client_id" in request ? {} : { app_handle: app.handle }),
        topic: "fulfillment/single",
        order_ids: orderIds.slice(0, 1),
        ...request,
      },
    });
  return {
    testPlatform,
    receiver,
    store,
    app,
    token,
    orderIds,
    setUrl,
    async installAnotherApp() {
      const anotherApp = await registerApp(testPlatform, receiver.url);
      return { app: anotherApp, token: (await installApp(testPlatform, { store, app: anotherApp })).token };
    },
    send,
    async createRequest(request) {
      const response = await send(request);
      if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
      return response.json<{ fulfillment_request: FulfillmentRequest }>().fulfillment_request;
    },
    callConsole,
    getFromApi: (path, appToken = token) =>
      testPlatform.request(`${store.origin}/api${path}`, { token: appToken }),
    stop: () => testPlatform.stop().finally(receiver.stop),
  };
}
