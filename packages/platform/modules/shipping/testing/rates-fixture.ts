import type { SafeSender } from "@souk/delivery";
import {
  createFakeClock,
  type FakeClock,
  type HttpResponse,
  installApp,
  type ReceivedRequest,
  type ResponseRule,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUp,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { systemClock } from "../../../runtime/clock.ts";
import { secureRandomText } from "../../../runtime/random.ts";
import { findStoreById } from "../../stores/index.ts";
import { createQuoteRates, type Quote } from "../quote-rates.ts";
import { readParcel } from "../read-parcel.ts";

/** An app in the store whose server responds to requests for rates. */
export interface RateApp {
  app: SeededApp;
  /** The app's access token. */
  token: string;
  /**
   * Set the response of the app. A list contains the rates of a response with status 200. A text is the body of such a response,
   * except `hang` and `reset`, which are rules.
   */
  respondWith(rule: ResponseRule | object[] | string): void;
  /** List the requests that the app received, oldest first. */
  listRequests(): ReceivedRequest[];
}

/** A store whose shipping rates are quoted by apps. */
export interface RatesFixture {
  testPlatform: TestPlatform;
  clock: FakeClock;
  store: SeededStore;
  /** Install an app with a callback. @param scopes the scopes that the store grants to the app; none by default */
  addApp(topic?: string, scopes?: readonly string[]): Promise<RateApp>;
  /** Request rates as an app with read_shipping and read_products. @param changes to the default parcel */
  requestRates(changes?: object, headers?: Record<string, string>): Promise<HttpResponse>;
  /** Request rates, which must succeed, and return the quote. @param changes to the default parcel */
  quote(changes?: object): Promise<Quote>;
  /** Quote rates with this sender, without HTTP. */
  quoteWith(sender: SafeSender): Promise<Quote>;
  stop(): Promise<void>;
}

export const nonCodTopic = "shipping/list/non_cod";

export const validRate = { id: "std", name: "Standard", shipping_charge: "8.00", handling_fee: "1.50" };

const destination = { address1: "12 Jalan Masjid India", city: "Kuala Lumpur", country_code: "MY" };

function buildRule(response: ResponseRule | object[] | string): ResponseRule {
  if (Array.isArray(response)) return { status: 200, body: JSON.stringify({ rate: response }) };
  return typeof response === "string" && response !== "hang" && response !== "reset"
    ? { status: 200, body: response }
    : (response as ResponseRule);
}

/** Create a store with two products, an app that can request rates, and a clock that the test sets. */
export async function createRatesFixture(): Promise<RatesFixture> {
  const clock = createFakeClock();
  const [testPlatform, receiver] = await Promise.all([
    startTestPlatform({ clock }),
    startRecordingReceiver(),
  ]);
  const seededStore = await seedStore(testPlatform, { products: 2, locations: 2 });
  const partner = await signUp(testPlatform, "partners");
  const rules = new Map<string, ResponseRule>();
  receiver.respondWith((request, index) => {
    const rule = rules.get(request.path) ?? { status: 404 };
    return typeof rule === "function" ? rule(request, index) : rule;
  });
  const caller = await registerApp(testPlatform, receiver.url, partner);
  const { token } = await installApp(testPlatform, {
    store: seededStore,
    app: caller,
    scopes: ["read_shipping", "read_products"],
  });

  async function addApp(topic = nonCodTopic, scopes: readonly string[] = []): Promise<RateApp> {
    const app = await registerApp(testPlatform, receiver.url, partner);
    const installation = { store: seededStore, app, scopes: [...scopes] };
    const { token: appToken } = await installApp(testPlatform, installation);
    const path = `/rates/${app.id}`;
    const json = { curl: { topic, url: `${receiver.url}${path}` } };
    const url = `${seededStore.origin}/api/3.0/curls.json`;
    const response = await testPlatform.request(url, { method: "POST", token: appToken, json });
    if (response.status !== 200) throw new Error(response.text);
    rules.set(path, buildRule([validRate]));
    return {
      app,
      token: appToken,
      respondWith: (rule) => void rules.set(path, buildRule(rule)),
      listRequests: () => receiver.requests.filter((request) => request.path === path),
    };
  }

  function requestRates(changes: object = {}, headers: Record<string, string> = {}): Promise<HttpResponse> {
    const items = [{ variant_id: seededStore.variants[0]?.id, quantity: 2 }];
    const json = { shipping_rate: { destination, items, ...changes } };
    const url = `${seededStore.origin}/api/3.0/shipping_rates.json`;
    return testPlatform.request(url, { method: "POST", token, json, headers });
  }

  return {
    testPlatform,
    clock,
    store: seededStore,
    addApp,
    requestRates,
    async quote(changes) {
      const response = await requestRates(changes);
      if (response.status !== 200) throw new Error(response.text);
      return response.json<Quote>();
    },
    async quoteWith(sender) {
      const { database, addresses, platform, log } = testPlatform;
      const { secrets } = platform.modules.partners;
      const quoteRates = createQuoteRates({
        clock: systemClock,
        random: secureRandomText,
        secrets,
        sender,
        log,
      });
      const store = await findStoreById(database, seededStore.id, addresses);
      if (store === null) throw new Error("The seeded store does not exist.");
      const items = [{ name: "Box", price: "1.00", quantity: 1 }];
      return quoteRates(database, store, await readParcel(database, store, { destination: {}, items }));
    },
    stop: () => testPlatform.stop().finally(receiver.stop),
  };
}
