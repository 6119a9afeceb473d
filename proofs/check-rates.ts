import { listRatesResults, type RatesResult, type TaskResult } from "./client-tasks.ts";
import { type RatesResponse, rateId } from "./rate-requests.ts";
import type { WatchingApp } from "./watching-app.ts";

/** Find the app's rate in a response. */
function findRate({ handle }: WatchingApp, { shipping_rates }: RatesResponse): { price: string } | undefined {
  return shipping_rates.find(({ store_app_id }) => store_app_id === `${handle}-shipping-${rateId}`);
}

/** Count the responses that contain the app's rate. */
export function countAppRates(results: readonly TaskResult[], app: WatchingApp): number {
  return listRatesResults(results).filter(
    ({ result }) => result.status === "acknowledged" && findRate(app, result.record),
  ).length;
}

/**
 * Describe the errors in the results: rate requests without a response, responses with a wrong price or with neither the app's
 * rate nor the reason for its absence, and an app whose rate is missing from most responses.
 */
export function findRateErrors(results: readonly TaskResult[], app: WatchingApp): string[] {
  const ratesResults = listRatesResults(results);
  const respondedCount = countAppRates(results, app);
  // A response may state why the app's rate is missing. If most rates were missing, however, the proof would mean little.
  const lacksMostRates = respondedCount * 2 < ratesResults.length;
  return [
    ...(lacksMostRates
      ? [`the app responded to only ${respondedCount} of ${ratesResults.length} rate requests`]
      : []),
    ...ratesResults.flatMap((ratesResult) => findResponseErrors(ratesResult, app)),
  ];
}

function findResponseErrors({ rateRequest, result }: RatesResult, app: WatchingApp): string[] {
  const name = `the rate request for ${rateRequest.quantity} of variant ${rateRequest.variant_id}`;
  if (result.status !== "acknowledged") return [`${name} is ${result.status}`];
  const rate = findRate(app, result.record);
  const hasReason = result.record.unanswered.some(({ app_handle }) => app_handle === app.handle);
  if (rate === undefined)
    return hasReason ? [] : [`the response to ${name} has neither the app's rate nor a reason`];
  // The app's price is the number of units.
  return Number(rate.price) === rateRequest.quantity
    ? []
    : [`the response to ${name} has the price ${rate.price}`];
}
