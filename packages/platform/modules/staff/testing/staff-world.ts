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
  type SeededShop,
  seedShop,
  signUpStaff,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

/** A platform with a shop, an app installed in it, and somebody of the platform's staff. */
export interface StaffWorld {
  testing: TestPlatform;
  receiver: RecordingReceiver;
  staff: Person;
  shop: SeededShop;
  app: SeededApp;
  token: string;
  /** Calls an operation of the staff console; `path` begins after its base. */
  call<T>(method: "GET" | "POST" | "PUT", path: string, json?: unknown): Promise<T>;
  /** The same whatever it answers. */
  try(method: "GET" | "POST" | "PUT", path: string, json?: unknown, browser?: Browser): Promise<Answer>;
  /** Calls the console of the shop as its owner. */
  merchant(method: string, path: string, json?: unknown): Promise<Answer>;
  /** Calls the partner dashboard as the app's partner. */
  partner(method: string, path: string, json?: unknown): Promise<Answer>;
  /** Calls the shop's API with the app's token. */
  api(method: string, path: string, json?: unknown): Promise<Answer>;
  partnerId: number;
  install(app: SeededApp): Promise<Grant>;
  stop(): Promise<void>;
}

/** The code of a refused answer. */
export function codeOf(answer: Answer): string {
  return answer.json<{ error: { code: string } }>().error.code;
}

async function partnerOf({ database }: TestPlatform, app: SeededApp): Promise<number> {
  const text = "select partner_id as id from apps where id = $1";
  return (await database.query<{ id: number }>(text, [app.id])).rows[0]?.id ?? 0;
}

export async function staffWorld(): Promise<StaffWorld> {
  const [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const staff = await signUpStaff(testing);
  const shop = await seedShop(testing, { products: 2 });
  const app = await registerApp(testing, receiver.url);
  const { token } = await installApp(testing, { shop, app });
  const attempt: StaffWorld["try"] = (method, path, json, browser = staff.browser) =>
    browser.call(method, `${adminOrigin}/api/staff${path}`, json);
  return {
    testing,
    receiver,
    staff,
    shop,
    app,
    token,
    async call<T>(method: "GET" | "POST" | "PUT", path: string, json?: unknown) {
      const answer = await attempt(method, path, json);
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.json<T>();
    },
    try: attempt,
    merchant: (method, path, json) =>
      shop.owner.browser.call(method, `${shop.host_url}/api/console${path}`, json),
    partner: (method, path, json) =>
      app.partner.browser.call(method, `${partnersOrigin}/api/console${path}`, json),
    api: (method, path, json) =>
      testing.request(`${shop.origin}/api${path}`, {
        method,
        token,
        ...(json === undefined ? {} : { json }),
      }),
    partnerId: await partnerOf(testing, app),
    install: (each) => installApp(testing, { shop, app: each }),
    stop: () => testing.stop().finally(receiver.stop),
  };
}
