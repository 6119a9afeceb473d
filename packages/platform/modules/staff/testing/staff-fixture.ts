import {
  type Answer,
  type Browser,
  type Grant,
  installApp,
  type Person,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpStaff,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

/** A platform with a store, an app installed in it, and a staff account. */
export interface StaffFixture {
  testing: TestPlatform;
  receiver: RecordingReceiver;
  staff: Person;
  store: SeededStore;
  app: SeededApp;
  token: string;
  /** Call an operation of the staff console, which must succeed; `path` begins after its base. */
  call<T>(method: "GET" | "POST" | "PUT", path: string, json?: unknown): Promise<T>;
  /** Call an operation of the staff console and return any response. */
  try(method: "GET" | "POST" | "PUT", path: string, json?: unknown, browser?: Browser): Promise<Answer>;
  /** Call the console of the store as its owner. */
  merchant(method: string, path: string, json?: unknown): Promise<Answer>;
  /** Call the partner dashboard as the app's partner. */
  partner(method: string, path: string, json?: unknown): Promise<Answer>;
  /** Call the store's API with the app's token. */
  api(method: string, path: string, json?: unknown): Promise<Answer>;
  partnerId: number;
  install(app: SeededApp): Promise<Grant>;
  stop(): Promise<void>;
}

/** Return the code of an error response. */
export function getErrorCode(answer: Answer): string {
  return answer.json<{ error: { code: string } }>().error.code;
}

async function findPartnerId({ database }: TestPlatform, app: SeededApp): Promise<number> {
  const text = "select partner_id as id from apps where id = $1";
  return (await database.maybeOne<{ id: number }>(text, [app.id]))?.id ?? 0;
}

export async function createStaffFixture(): Promise<StaffFixture> {
  const [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const staff = await signUpStaff(testing);
  const store = await seedStore(testing, { products: 2 });
  const app = await registerApp(testing, receiver.url);
  const { token } = await installApp(testing, { store, app });
  const attempt: StaffFixture["try"] = (method, path, json, browser = staff.browser) =>
    browser.call(method, `${adminOrigin}/api/staff${path}`, json);
  return {
    testing,
    receiver,
    staff,
    store,
    app,
    token,
    async call<T>(method: "GET" | "POST" | "PUT", path: string, json?: unknown) {
      const answer = await attempt(method, path, json);
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.json<T>();
    },
    try: attempt,
    merchant: (method, path, json) =>
      store.owner.browser.call(method, `${store.host_url}/api/console${path}`, json),
    partner: (method, path, json) =>
      app.partner.browser.call(method, `${partnersOrigin}/api/console${path}`, json),
    api: (method, path, json) =>
      testing.request(`${store.origin}/api${path}`, {
        method,
        token,
        ...(json === undefined ? {} : { json }),
      }),
    partnerId: await findPartnerId(testing, app),
    install: (each) => installApp(testing, { store, app: each }),
    stop: () => testing.stop().finally(receiver.stop),
  };
}
