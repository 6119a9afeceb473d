import { type AskedRates, type Placed, questionsIn } from "./place-all.ts";
import { type AnsweredRates, rateId } from "./rate-questions.ts";
import type { WatchingApp } from "./watching-app.ts";

/** Return the app's rate in a response. */
function findRate({ handle }: WatchingApp, { shipping_rates }: AnsweredRates): { price: string } | undefined {
  return shipping_rates.find(({ store_app_id }) => store_app_id === `${handle}-shipping-${rateId}`);
}

/** Count the responses with the app's rate. */
export function ratesGiven(placed: readonly Placed[], app: WatchingApp): number {
  return questionsIn(placed).filter(({ known }) => known.is === "done" && findRate(app, known.answer)).length;
}

/**
 * Find the faults of rates: each request has a response, with the app's rate for that shipment or the reason why
 * there is none.
 */
export function findRateErrors(placed: readonly Placed[], app: WatchingApp): string[] {
  const questions = questionsIn(placed);
  const given = ratesGiven(placed, app);
  // Why an app has no answer excuses it, but an app that never has one proves nothing.
  const isIdle = given * 2 < questions.length;
  return [
    ...(isIdle ? [`of ${questions.length} questions for rates the app answered ${given}`] : []),
    ...questions.flatMap((asked) => checkRate(asked, app)),
  ];
}

function checkRate({ question, known }: AskedRates, app: WatchingApp): string[] {
  const name = `the question for ${question.quantity} of variant ${question.variant_id}`;
  if (known.is !== "done") return [`${name} is ${known.is}`];
  const rate = findRate(app, known.answer);
  const isExcused = known.answer.unanswered.some(({ app_handle }) => app_handle === app.handle);
  if (rate === undefined) return isExcused ? [] : [`${name} was answered without the app`];
  return Number(rate.price) === question.quantity ? [] : [`${name} was answered ${rate.price}`];
}
