import {
  type FieldError,
  insertFieldPath,
  isRateOfApp,
  type OperationResponse,
  type operations,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type Callback, listCallbacks } from "../customization/index.ts";
import { type CallDeps, callApp } from "./call-app.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { createLastGoodRates } from "./last-good-rates.ts";
import type { Parcel } from "./parcel.ts";
import {
  buildRequestContent,
  buildSendRequest,
  canSeeAddressee,
  computeRequestKey,
  type RateRequestContent,
} from "./rate-request.ts";
import type { ShippingDeps } from "./shipping-deps.ts";

export type Quote = OperationResponse<typeof operations.listShippingRates>;

/**
 * Quote the rates of a store's apps for a parcel, and list the apps that sent no valid response.
 *
 * All apps are called in parallel, each for at most five seconds. If apps fail, this does not throw. The
 * parameter is the database and not a transaction, because no transaction may be open while the apps are called.
 */
export type QuoteRates = (database: Database, store: Store, parcel: Parcel) => Promise<Quote>;

/** The maximum number of errors of one response that are logged. */
const maxLoggedErrors = 5;

/**
 * Create the function that quotes rates. The circuit breaker and the stored responses are local to this process
 * (docs/decisions/0019-shipping-rates.md).
 */
export function createQuoteRates({ clock, secrets, sender, log, random }: ShippingDeps): QuoteRates {
  const state = { breaker: createCircuitBreaker(clock), lastGoodRates: createLastGoodRates(clock) };

  function createCallDeps(content: RateRequestContent): CallDeps {
    const reportErrors = ({ app_handle }: Callback, errors: readonly FieldError[]): void => {
      const { shop, topic } = content;
      const details = {
        app_handle,
        shop,
        topic,
        errors: errors.slice(0, maxLoggedErrors).map(insertFieldPath),
        error_count: errors.length,
      };
      log.warn(details, "Invalid rates from an app were omitted.");
    };
    return { ...state, clock, sender, reportErrors };
  }

  return async (database, store, parcel) => {
    const fullContent = buildRequestContent(store.domain, parcel, { includesAddressee: true });
    const regionContent = buildRequestContent(store.domain, parcel, { includesAddressee: false });
    const { topic } = fullContent;
    // Callbacks are loaded for each quote, so that a disabled or uninstalled app is not called and its stored rates are
    // not used.
    const callbacks = await listCallbacks(database, store, topic);
    const ids = callbacks.map(({ app_id }) => app_id);
    const secretsByApp = await secrets.loadSecretsOfApps(database, ids, new Date(clock.now()));
    const callDeps = createCallDeps(fullContent);
    const [fullKey, regionKey] = [computeRequestKey(fullContent), computeRequestKey(regionContent)];
    const requests = callbacks.flatMap((callback) => {
      const secret = secretsByApp.get(callback.app_id)?.signing;
      if (secret === undefined) return [];
      const includesAddressee = canSeeAddressee(callback);
      const signing = { secret, messageId: random(12), sentAt: new Date(clock.now()) };
      const request = buildSendRequest(callback, includesAddressee ? fullContent : regionContent, signing);
      const key = includesAddressee ? fullKey : regionKey;
      const context = { app_handle: callback.app_handle, currency_code: parcel.currency_code };
      return [{ callback, request, context, key }];
    });
    const results = await Promise.all(requests.map((request) => callApp(callDeps, request)));
    const handles = callbacks.map(({ app_handle }) => app_handle);
    return {
      // An app must not offer a rate with the `store_app_id` of another app's rate.
      // guard rate-names-in-quotes: without it, quote-rates.slow.test.ts fails
      shipping_rates: results
        .flatMap(({ rates }) => rates)
        .filter((rate) => isRateOfApp(rate.store_app_id, rate.app_handle, handles)),
      unanswered: results.flatMap(({ unanswered }, index) => {
        const app_handle = requests[index]?.callback.app_handle;
        return unanswered === null || app_handle === undefined ? [] : [{ app_handle, reason: unanswered }];
      }),
    };
  };
}
