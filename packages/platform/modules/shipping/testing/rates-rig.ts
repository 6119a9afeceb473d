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
  type SeededShop,
  seedShop,
  signUp,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { systemClock } from "../../../clock.ts";
import { findStoreById } from "../../stores/index.ts";
import { createQuoteRates, type Quote } from "../quote-rates.ts";
import { readParcel } from "../read-parcel.ts";

/** An app in the shop whose server answers for rates. */
export interface RateApp {
  app: SeededApp;
  token: string;
  /** How it answers from now on; text is a body of 200. */
  answers(rule: AnswerRule | object[] | string): void;
  /** How it was asked, in order. */
  asked(): ReceivedRequest[];
}

export interface RatesRig {
  testing: TestPlatform;
  clock: FakeClock;
  shop: SeededShop;
  /** Installs an app with a callback. @param scopes what the shop grants it; nothing when left out */
  addApp(topic?: string, scopes?: readonly string[]): Promise<RateApp>;
  /** Asks for the rates of a parcel, with `changes` to the usual one; as an app with read_shipping and read_products does. */
  ask(changes?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The same, where it is answered. */
  quote(changes?: object): Promise<Quote>;
  /** What a checkout would be answered whose questions go out by this sender. */
  quoteBy(sender: SafeSender): Promise<Quote>;
  stop(): Promise<void>;
}

export const nonCod = "shipping/list/non_cod";

export const goodRate = { id: "std", name: "Standard", shipping_charge: "8.00", handling_fee: "1.50" };

const destination = { address1: "12 Jalan Masjid India", city: "Kuala Lumpur", country_code: "MY" };

function ruleOf(answer: AnswerRule | object[] | string): AnswerRule {
  if (Array.isArray(answer)) return { status: 200, body: JSON.stringify({ rate: answer }) };
  return typeof answer === "string" && answer !== "hang" && answer !== "reset"
    ? { status: 200, body: answer }
    : (answer as AnswerRule);
}

/** A shop with two products and a caller that may ask; the time is the test's. */
export async function ratesRig(): Promise<RatesRig> {
  const clock = fakeClock();
  const [testing, receiver] = await Promise.all([testPlatform({ clock }), recordingReceiver()]);
  const shop = await seedShop(testing, { products: 2, locations: 2 });
  const partner = await signUp(testing, "partners");
  const rules = new Map<string, AnswerRule>();
  receiver.answer((request, index) => {
    const rule = rules.get(request.path) ?? { status: 404 };
    return typeof rule === "function" ? rule(request, index) : rule;
  });
  const caller = await registerApp(testing, receiver.url, partner);
  const { token } = await installApp(testing, {
    shop,
    app: caller,
    scopes: ["read_shipping", "read_products"],
  });

  async function addApp(topic = nonCod, scopes: readonly string[] = []): Promise<RateApp> {
    const app = await registerApp(testing, receiver.url, partner);
    const { token: own } = await installApp(testing, { shop, app, scopes: [...scopes] });
    const path = `/rates/${app.id}`;
    const json = { curl: { topic, url: `${receiver.url}${path}` } };
    const url = `${shop.origin}/api/3.0/curls.json`;
    const made = await testing.request(url, { method: "POST", token: own, json });
    if (made.status !== 200) throw new Error(made.text);
    rules.set(path, ruleOf([goodRate]));
    return {
      app,
      token: own,
      answers: (rule) => void rules.set(path, ruleOf(rule)),
      asked: () => receiver.requests.filter((request) => request.path === path),
    };
  }

  function ask(changes: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const items = [{ variant_id: shop.variants[0]?.id, quantity: 2 }];
    const json = { shipping_rate: { destination, items, ...changes } };
    const url = `${shop.origin}/api/3.0/shipping_rates.json`;
    return testing.request(url, { method: "POST", token, json, headers });
  }

  return {
    testing,
    clock,
    shop,
    addApp,
    ask,
    async quote(changes) {
      const answer = await ask(changes);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.json<Quote>();
    },
    async quoteBy(sender) {
      const { database, addresses, platform, log } = testing;
      const { secrets } = platform.modules;
      const quoteRates = createQuoteRates({ clock: systemClock, secrets, sender, log });
      const store = await findStoreById(database, shop.id, addresses);
      if (store === null) throw new Error("There is no store.");
      const items = [{ name: "Box", price: "1.00", quantity: 1 }];
      return quoteRates(database, store, await readParcel(database, store, { destination: {}, items }));
    },
    stop: () => testing.stop().finally(receiver.stop),
  };
}
