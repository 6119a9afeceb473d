import { type FulfillmentHandlers, link, message, type SignedTokens } from "@souk/app-sdk";
import { formatError } from "../format-error.ts";
import { bookOrder, type Consignment } from "../parcels/book-order.ts";
import type { ParcelDeps } from "../parcels/parcel-deps.ts";
import { createBookingToken } from "./booking-token.ts";

/**
 * Time limits of a bulk action, measured from its start. The admin waits 10 seconds for the response. After `lastStartMs`
 * no further order is started, and after `totalMs` the response is sent, even if an order is still being booked.
 */
const defaultTimeLimits = { lastStartMs: 3_000, totalMs: 8_000 };

/**
 * Create the handlers for the Fulfill action. For one order, a page opens where the merchant selects the service. Several
 * orders are booked immediately, each with the service that its customer chose.
 */
export function createFulfillHandlers(
  deps: ParcelDeps,
  tokens: SignedTokens,
  { lastStartMs, totalMs } = defaultTimeLimits,
): FulfillmentHandlers {
  return {
    single: async ({ shop, body }) => {
      const token = createBookingToken({ shop, ...body }, tokens);
      return link(`${deps.app.origin}/book?${new URLSearchParams({ token })}`);
    },
    bulk: async ({ shop, body }) => {
      const timer = startTimer(totalMs);
      const startTime = performance.now();
      const ids = [...new Set(body.ids)];
      const outcomes: Outcome[] = [];
      for (const id of ids) {
        if (performance.now() - startTime > lastStartMs) break;
        outcomes.push(
          await Promise.race([
            bookOneOrder({ shop, id }, deps),
            timer.promise.then(() => createUnfinishedOutcome(id)),
          ]),
        );
      }
      timer.clear();
      return message(formatMessage(outcomes, ids.length), getStyle(outcomes, ids.length));
    },
  };
}

/** Start a timer. @returns a promise that resolves after this time, and a function that stops the timer */
function startTimer(ms: number): { promise: Promise<void>; clear(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, ms);
  return { promise, clear: () => clearTimeout(timeout) };
}

/**
 * Create the outcome of an order that is not booked before the time limit. The booking continues, so that a retry finds the
 * booked parcels.
 */
function createUnfinishedOutcome(id: number): Outcome {
  return {
    parcelCount: 0,
    isBooked: false,
    sentence: `Order ${id}: the store has not responded yet. Try again.`,
  };
}

function countParcels(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { parcelCount }) => sum + parcelCount, 0);
}

function formatMessage(outcomes: readonly Outcome[], orderCount: number): string {
  const count = countParcels(outcomes);
  const remainingCount = orderCount - outcomes.length;
  const remainingSentences =
    remainingCount === 0
      ? []
      : [`Orders not booked yet: ${remainingCount}. Select these orders again, then Fulfill with an app.`];
  const summary = `Booked ${count} ${count === 1 ? "parcel" : "parcels"}.`;
  return [summary, ...remainingSentences, ...outcomes.map(({ sentence }) => sentence)].join(" ");
}

/** Return the style of the message: `success` only if every order was booked, `error` if no parcel was booked, else `warning`. */
function getStyle(outcomes: readonly Outcome[], orderCount: number): string {
  if (countParcels(outcomes) === 0) return "error";
  return outcomes.length === orderCount && outcomes.every(({ isBooked }) => isBooked) ? "success" : "warning";
}

/** Result of booking one order. */
interface Outcome {
  /** How many parcels were booked. */
  parcelCount: number;
  isBooked: boolean;
  /** Sentence for the merchant. */
  sentence: string;
}

/** Book the parcels of one order. An error is not thrown, but described in the outcome. */
async function bookOneOrder(consignment: Consignment, deps: ParcelDeps): Promise<Outcome> {
  try {
    const { order_number, parcels } = await bookOrder(consignment, { deps });
    const numbers = parcels.map(({ number }) => number).join(", ");
    return parcels.length === 0
      ? { parcelCount: 0, isBooked: false, sentence: `${order_number} has nothing left to ship.` }
      : { parcelCount: parcels.length, isBooked: true, sentence: `${order_number}: ${numbers}.` };
  } catch (error) {
    const platformErrorText = formatError(error);
    if (platformErrorText === null) deps.app.report(error);
    const sentence = `Order ${consignment.id}: ${platformErrorText ?? "something went wrong in the app."}`;
    return { parcelCount: 0, isBooked: false, sentence };
  }
}
