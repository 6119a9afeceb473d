import { type FulfillmentHandlers, link, message, type Passes } from "@souk/app-sdk";
import { bookOrder, type Consignment } from "../parcels/book-order.ts";
import type { ParcelDesk } from "../parcels/parcel-desk.ts";
import { problemText } from "../problem-text.ts";
import { bookingPass } from "./booking-pass.ts";

/** The merchant waits 10 seconds for an answer: no order is begun late, and one that hangs is not waited for. In ms. */
const patience = { beginMs: 3_000, wholeMs: 8_000 };

/** For one order the merchant chooses the service on a page; several are booked at once, each with what its customer chose. */
export function answerFulfill(
  desk: ParcelDesk,
  passes: Passes,
  { beginMs, wholeMs } = patience,
): FulfillmentHandlers {
  return {
    single: async ({ shop, body }) => {
      const pass = bookingPass({ shop, ...body }, passes);
      return link(`${desk.app.origin}/book?${new URLSearchParams({ pass })}`);
    },
    bulk: async ({ shop, body }) => {
      const { signal: late, clear } = timer(wholeMs);
      const begunAt = performance.now();
      const ids = [...new Set(body.ids)];
      const done: Outcome[] = [];
      for (const id of ids) {
        if (performance.now() - begunAt > beginMs) break;
        done.push(await Promise.race([bookOne({ shop, id }, desk), late.then(() => unfinished(id))]));
      }
      clear();
      return message(textOf(done, ids.length), styleOf(done, ids.length));
    },
  };
}

function timer(ms: number): { signal: Promise<void>; clear(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, ms);
  return { signal: promise, clear: () => clearTimeout(timeout) };
}

/** The booking goes on, and whoever presses again finds what has become of it. */
function unfinished(id: number): Outcome {
  return {
    parcels: 0,
    isBooked: false,
    sentence: `Order ${id}: the shop has not answered yet; press again.`,
  };
}

function countOf(done: readonly Outcome[]): number {
  return done.reduce((sum, { parcels }) => sum + parcels, 0);
}

function textOf(done: readonly Outcome[], asked: number): string {
  const count = countOf(done);
  const rest = asked - done.length;
  const late = rest === 0 ? [] : [`${rest} more are not booked yet: press Fulfill by app for them again.`];
  const sum = `Booked ${count} ${count === 1 ? "parcel" : "parcels"}.`;
  return [sum, ...late, ...done.map(({ sentence }) => sentence)].join(" ");
}

function styleOf(done: readonly Outcome[], asked: number): string {
  if (countOf(done) === 0) return "error";
  return done.length === asked && done.every(({ isBooked }) => isBooked) ? "success" : "warning";
}

interface Outcome {
  parcels: number;
  isBooked: boolean;
  sentence: string;
}

async function bookOne(consignment: Consignment, desk: ParcelDesk): Promise<Outcome> {
  try {
    const { order_number, parcels } = await bookOrder(consignment, { desk });
    const numbers = parcels.map(({ number }) => number).join(", ");
    return parcels.length === 0
      ? { parcels: 0, isBooked: false, sentence: `${order_number}: nothing is left to send.` }
      : { parcels: parcels.length, isBooked: true, sentence: `${order_number}: ${numbers}.` };
  } catch (error) {
    const text = problemText(error);
    if (text === null) desk.app.report(error);
    const sentence = `Order ${consignment.id}: ${text ?? "the app has a fault, which was noted."}`;
    return { parcels: 0, isBooked: false, sentence };
  }
}
