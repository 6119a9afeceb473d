import { countAppRates } from "./check-rates.ts";
import { listFulfillmentResults, listOrderResults, listRatesResults } from "./client-tasks.ts";
import type { RoundResult } from "./run-round.ts";

/** Print the result of a round on one line. */
export function reportRound(
  name: string,
  { results, apps, recoveryTimes, timedOutCount, check }: RoundResult,
): void {
  const countResults = (status: string) => results.filter(({ result }) => result.status === status).length;
  const sortedTimes = recoveryTimes.map((ms) => Math.round(ms)).toSorted((a, b) => a - b);
  const fulfillmentResults = listFulfillmentResults(results);
  const acknowledgedCount = fulfillmentResults.filter(
    ({ fulfillRequest }) => fulfillRequest.status === "acknowledged",
  ).length;
  const ratesCount = listRatesResults(results).length;
  console.log(
    [
      `${name}: ${sortedTimes.length} failures, ${results.length} tasks, ${listOrderResults(results).length} of them orders`,
      `${countResults("acknowledged")} acknowledged, ${countResults("rejected")} rejected, ${countResults("unknown")} unknown`,
      ...(fulfillmentResults.length === 0
        ? []
        : [
            `${fulfillmentResults.length} orders sent to the app, ${acknowledgedCount} Fulfill requests acknowledged, ${timedOutCount} timed out`,
          ]),
      ...(ratesCount === 0
        ? []
        : [`${ratesCount} rate requests, ${countAppRates(results, apps[0])} with the app's rate`]),
      `${apps.length} apps, ${check.distinctCount} webhooks, ${check.receivedCount - check.distinctCount} duplicates`,
      `recovered after ${sortedTimes[0]} to ${sortedTimes.at(-1)} ms`,
    ].join("; "),
  );
}
