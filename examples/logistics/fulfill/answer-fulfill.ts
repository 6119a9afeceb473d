import { type FulfillmentHandlers, link, message, type SignedTokens } from "@souk/app-sdk";
import { errorText } from "../error-text.ts";
import { bookOrder, type Consignment } from "../parcels/book-order.ts";
import type { ParcelDeps } from "../parcels/parcel-deps.ts";
import { createBookingToken } from "./booking-token.ts";

/**
 * Time limits in ms, since the merchant waits 10 seconds: the last start of an order, and the whole answer.
 */
const patience = { beginMs: 3_000, wholeMs: 8_000 };

/**
 * Create the Fulfill handlers: one order opens a page to select the service; several are booked at once, each
 * with its customer's service.
 */
export function answerFulfill(
  deps: ParcelDeps,
  tokens: SignedTokens,
  { beginMs, wholeMs } = patience,
): FulfillmentHandlers {
  return {
    single: async ({ shop, body }) => {
      const token = createBookingToken({ shop, ...body }, tokens);
      return link(`${deps.app.origin}/book?${new URLSearchParams({ token })}`);
    },
    bulk: async ({ shop, body }) => {
      const { signal: late, clear } = timer(wholeMs);
      const begunAt = performance.now();
      const ids = [...new Set(body.ids)];
      const done: Outcome[] = [];
      for (const id of ids) {
        if (performance.now() - begunAt > beginMs) break;
        done.push(await Promise.race([bookOne({ shop, id }, deps), late.then(() => unfinished(id))]));
      }
      clear();
      return message(formatMessage(done, ids.length), getStyle(done, ids.length));
    },
  };
}

function timer(ms: number): { signal: Promise<void>; clear(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, ms);
  return { signal: promise, clear: () => clearTimeout(timeout) };
}

/**
 * Build the outcome of an order that is not booked yet; the booking continues, and a retry finds its result.
 */
function unfinished(id: number): Outcome {
  return {
    parcels: 0,
    isBooked: false,
    sentence: `Order ${id}: the store has not responded yet. Try again.`,
  };
}

function countParcels(done: readonly Outcome[]): number {
  return done.reduce((sum, { parcels }) => sum + parcels, 0);
}

function formatMessage(done: readonly Outcome[], asked: number): string {
  const count = countParcels(done);
  const rest = asked - done.length;
  const late =
    rest === 0 ? [] : [`${rest} more are not booked yet: select Fulfill with an app for them again.`];
  const sum = `Booked ${count} ${count === 1 ? "parcel" : "parcels"}.`;
  return [sum, ...late, ...done.map(({ sentence }) => sentence)].join(" ");
}

function getStyle(done: readonly Outcome[], asked: number): string {
  if (countParcels(done) === 0) return "error";
  return done.length === asked && done.every(({ isBooked }) => isBooked) ? "success" : "warning";
}

interface Outcome {
  parcels: number;
  isBooked: boolean;
  sentence: string;
}

async function bookOne(consignment: Consignment, deps: ParcelDeps): Promise<Outcome> {
  try {
    const { order_number, parcels } = await bookOrder(consignment, { deps });
    const numbers = parcels.map(({ number }) => number).join(", ");
    return parcels.length === 0
      ? { parcels: 0, isBooked: false, sentence: `${order_number}: nothing is left to send.` }
      : { parcels: parcels.length, isBooked: true, sentence: `${order_number}: ${numbers}.` };
  } catch (error) {
    const text = errorText(error);
    if (text === null) deps.app.report(error);
    const sentence = `Order ${consignment.id}: ${text ?? "the app ran into a problem."}`;
    return { parcels: 0, isBooked: false, sentence };
  }
}
