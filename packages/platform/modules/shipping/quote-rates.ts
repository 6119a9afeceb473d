import type { AnswerOf, FieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { type Callback, callbacksOfTopic } from "../customisation/index.ts";
import { type AskingParts, askApp } from "./ask-app.ts";
import { createLastGoodRates } from "./last-good-rates.ts";
import type { Parcel } from "./parcel.ts";
import { createPauses } from "./pauses.ts";
import {
  questionKey,
  rateQuestion,
  rateRequest,
  seesAddressee,
  type WrittenQuestion,
} from "./rate-question.ts";
import type { ShippingWiring } from "./shipping-wiring.ts";

export type Quote = AnswerOf<typeof operations.listShippingRates>;

/**
 * The rates that a store's apps have for a parcel, and the apps that did not answer.
 *
 * All are asked side by side, and none is waited for longer than five seconds; there is no other wait and nothing that throws
 * for what an app does. It takes the database and no transaction: none may be open meanwhile.
 */
export type QuoteRates = (database: Database, store: Store, parcel: Parcel) => Promise<Quote>;

/** So many faults of one answer are told. */
const toldFaults = 5;

/** Makes it; what it remembers of apps and their answers is this process's own (docs/decisions/0019-shipping-rates.md). */
export function createQuoteRates({ clock, secrets, sender, log }: ShippingWiring): QuoteRates {
  const remembered = { pauses: createPauses(clock), lastGood: createLastGoodRates(clock) };

  function partsFor(question: WrittenQuestion): AskingParts {
    const onFaults = ({ app_handle }: Callback, faults: readonly FieldError[]): void => {
      const { shop, topic } = question;
      const told = {
        app_handle,
        shop,
        topic,
        faults: faults.slice(0, toldFaults),
        fault_count: faults.length,
      };
      log.warn(told, "Rates of an app were left out.");
    };
    return { ...remembered, clock, sender, onFaults };
  }

  return async (database, store, parcel) => {
    const whole = rateQuestion(store.domain, parcel, true);
    const region = rateQuestion(store.domain, parcel, false);
    const { topic } = whole;
    // Read anew each time: an app that is disabled or gone is not asked, and its last good answer is nobody's.
    const callbacks = await callbacksOfTopic(database, store, topic);
    const ids = callbacks.map(({ app_id }) => app_id);
    const keys = await secrets.secretsOfApps(database, ids, new Date(clock.now()));
    const parts = partsFor(whole);
    const keyOf = { whole: questionKey(whole), region: questionKey(region) };
    const asked = callbacks.flatMap((callback) => {
      const secret = keys.get(callback.app_id)?.signing;
      if (secret === undefined) return [];
      const sees = seesAddressee(callback);
      const request = rateRequest(callback, sees ? whole : region, secret);
      const key = sees ? keyOf.whole : keyOf.region;
      const reading = { app_handle: callback.app_handle, currency_code: parcel.currency_code };
      return [{ callback, request, reading, key }];
    });
    const answers = await Promise.all(asked.map((each) => askApp(parts, each)));
    return {
      shipping_rates: answers.flatMap(({ rates }) => rates),
      unanswered: answers.flatMap(({ unanswered }, at) => {
        const app_handle = asked[at]?.callback.app_handle;
        return unanswered === null || app_handle === undefined ? [] : [{ app_handle, reason: unanswered }];
      }),
    };
  };
}
