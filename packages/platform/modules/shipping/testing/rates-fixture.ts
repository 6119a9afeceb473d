import type { SafeSender } from "@souk/delivery";
import {
  type Answer,
  type AnswerRule,
  type FakeClock,
  fakeClock,
  installApp,
  type ReceivedRequest,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUp,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { systemClock } from "../../../runtime/clock.ts";
import { findStoreById } from "../../stores/index.ts";
import { createQuoteRates, type Quote } from "../quote-rates.ts";
import { readParcel } from "../read-parcel.ts";

/** An app in the store whose server responds to requests for rates. */
export interface RateApp {
  app: SeededApp;
  token: string;
  /** Set how the app responds from now on; a text is the body of a 200 response. */
  respondWith(rule: AnswerRule | object[] | string): void;
  /** Return the requests to the app, in order. */
  listRequests(): ReceivedRequest[];
}

export interface RatesFixture {
  testing: TestPlatform;
  clock: FakeClock;
  store: SeededStore;
  /** Install an app with a callback. @param scopes the scopes that the store grants it; none by default */
  addApp(topic?: string, scopes?: readonly string[]): Promise<RateApp>;
  /**
   * Request the rates of a parcel, with `changes` to the default one, as an app with read_shipping and
   * read_products.
   */
  requestRates(changes?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Request the rates of a parcel, which must succeed, and return them. */
  quote(changes?: object): Promise<Quote>;
  /** Quote the rates of a checkout whose requests use this sender. */
  quoteWith(sender: SafeSender): Promise<Quote>;
  stop(): Promise<void>;
}

export const nonCod = "shipping/list/non_cod";

export const goodRate = { id: "std", name: "Standard", shipping_charge: "8.00", handling_fee: "1.50" };

const destination = { address1: "12 Jalan Masjid India", city: "Kuala Lumpur", country_code: "MY" };

function toRule(answer: AnswerRule | object[] | string): AnswerRule {
  if (Array.isArray(answer)) return { status: 200, body: JSON.stringify({ rate: answer }) };
  return typeof answer === "string" && answer !== "hang" && answer !== "reset"
    ? { status: 200, body: answer }
    : (answer as AnswerRule);
}

/** Create a store with two products, an app that can request rates, and a clock that the test sets. */
export async function createRatesFixture(): Promise<RatesFixture> {
  const clock = fakeClock();
  const [testing, receiver] = await Promise.all([testPlatform({ clock }), recordingReceiver()]);
  const seededStore = await seedStore(testing, { products: 2, locations: 2 });
  const partner = await signUp(testing, "partners");
  const rules = new Map<string, AnswerRule>();
  receiver.answer((request, index) => {
    const rule = rules.get(request.path) ?? { status: 404 };
    return typeof rule === "function" ? rule(request, index) : rule;
  });
  const caller = await registerApp(testing, receiver.url, partner);
  const { token } = await installApp(testing, {
    store: seededStore,
    app: caller,
    scopes: ["read_shipping", "read_products"],
  });

  async function addApp(topic = nonCod, scopes: readonly string[] = []): Promise<RateApp> {
    const app = await registerApp(testing, receiver.url, partner);
    const { token: appToken } = await installApp(testing, { store: seededStore, app, scopes: [...scopes] });
    const path = `/rates/${app.id}`;
    const json = { curl: { topic, url: `${receiver.url}${path}` } };
    const url = `${seededStore.origin}/api/3.0/curls.json`;
    const created = await testing.request(url, { method: "POST", token: appToken, json });
    if (created.status !== 200) throw new Error(created.text);
    rules.set(path, toRule([goodRate]));
    return {
      app,
      token: appToken,
      respondWith: (rule) => void rules.set(path, toRule(rule)),
      listRequests: () => receiver.requests.filter((request) => request.path === path),
    };
  }

  function requestRates(changes: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const items = [{ variant_id: seededStore.variants[0]?.id, quantity: 2 }];
    const json = { shipping_rate: { destination, items, ...changes } };
    const url = `${seededStore.origin}/api/3.0/shipping_rates.json`;
    return testing.request(url, { method: "POST", token, json, headers });
  }

  return {
    testing,
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
      const { database, addresses, platform, log } = testing;
      const { secrets } = platform.modules.partners;
      const quoteRates = createQuoteRates({ clock: systemClock, secrets, sender, log });
      const store = await findStoreById(database, seededStore.id, addresses);
      if (store === null) throw new Error("The seeded store does not exist.");
      const items = [{ name: "Box", price: "1.00", quantity: 1 }];
      return quoteRates(database, store, await readParcel(database, store, { destination: {}, items }));
    },
    stop: () => testing.stop().finally(receiver.stop),
  };
}
