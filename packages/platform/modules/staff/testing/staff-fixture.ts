import {
  type Browser,
  type Grant,
  type HttpResponse,
  installApp,
  type Person,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpStaff,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from "@souk/testkit";

/** A platform with a store, an app that is installed in the store, and a staff account. */
export interface StaffFixture {
  testPlatform: TestPlatform;
  receiver: RecordingReceiver;
  staff: Person;
  store: SeededStore;
  app: SeededApp;
  /** The app's access token. */
  token: string;
  /**
   * Call an operation of the staff console as the staff account, and throw an error unless the status is 200.
   * @param path the path after `/api/staff`
   */
  callAsStaff<T>(method: "GET" | "POST" | "PUT", path: string, json?: unknown): Promise<T>;
  /**
   * Send a request to the staff console and return the response, whatever its status.
   * @param browser the browser that sends the request; by default, that of the staff account
   */
  request(
    method: "GET" | "POST" | "PUT",
    path: string,
    json?: unknown,
    browser?: Browser,
  ): Promise<HttpResponse>;
  /** Call the console of the store as its owner. */
  callAsMerchant(method: string, path: string, json?: unknown): Promise<HttpResponse>;
  /** Call the partner dashboard as the app's partner. */
  callAsPartner(method: string, path: string, json?: unknown): Promise<HttpResponse>;
  /** Call the store's API with the app's token. */
  callAsApp(method: string, path: string, json?: unknown): Promise<HttpResponse>;
  /** The id of the partner that owns the app. */
  partnerId: number;
  /** Install another app in the store. */
  install(app: SeededApp): Promise<Grant>;
  stop(): Promise<void>;
}

/** Return the code of an error response. */
export function getErrorCode(response: HttpResponse): string {
  return response.json<{ error: { code: string } }>().error.code;
}

async function findPartnerId({ database }: TestPlatform, app: SeededApp): Promise<number> {
  const text = "select partner_id as id from apps where id = $1";
  return (await database.maybeOne<{ id: number }>(text, [app.id]))?.id ?? 0;
}

/** Start a platform with a store of two products, an installed app with all scopes, and a staff account. */
export async function createStaffFixture(options: TestPlatformOptions = {}): Promise<StaffFixture> {
  const [testPlatform, receiver] = await Promise.all([startTestPlatform(options), startRecordingReceiver()]);
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const staff = await signUpStaff(testPlatform);
  const store = await seedStore(testPlatform, { products: 2 });
  const app = await registerApp(testPlatform, receiver.url);
  const { token } = await installApp(testPlatform, { store, app });
  const request: StaffFixture["request"] = (method, path, json, browser = staff.browser) =>
    browser.call(method, `${adminOrigin}/api/staff${path}`, json);
  return {
    testPlatform,
    receiver,
    staff,
    store,
    app,
    token,
    async callAsStaff<T>(method: "GET" | "POST" | "PUT", path: string, json?: unknown) {
      const response = await request(method, path, json);
      if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
      return response.json<T>();
    },
    request,
    callAsMerchant: (method, path, json) =>
      store.owner.browser.call(method, `${store.host_url}/api/console${path}`, json),
    callAsPartner: (method, path, json) =>
      app.partner.browser.call(method, `${partnersOrigin}/api/console${path}`, json),
    callAsApp: (method, path, json) =>
      testPlatform.request(`${store.origin}/api${path}`, {
        method,
        token,
        ...(json === undefined ? {} : { json }),
      }),
    partnerId: await findPartnerId(testPlatform, app),
    install: (otherApp) => installApp(testPlatform, { store, app: otherApp }),
    stop: () => testPlatform.stop().finally(receiver.stop),
  };
}
