import { type FulfillmentHandlers, link, message, type Passes } from "@souk/app-sdk";
import { bookOrder, type Consignment } from "../parcels/book-order.ts";
import type { ParcelDesk } from "../parcels/parcel-desk.ts";
import { problemText } from "../problem-text.ts";
import { bookingPass } from "./booking-pass.ts";

/** The merchant waits 10 seconds for an answer; an order that is begun takes some of them. */
const patienceMs = 6_000;

/** For one order the merchant chooses the service on a page; several are booked at once, each with what its customer chose. */
export function answerFulfill(desk: ParcelDesk, passes: Passes): FulfillmentHandlers {
  return {
    single: async ({ shop, body }) => {
      const pass = bookingPass({ shop, ...body }, passes);
      return link(`${desk.app.origin}/book?${new URLSearchParams({ pass })}`);
    },
    bulk: async ({ shop, body }) => {
      const until = desk.now().getTime() + patienceMs;
      const done: Outcome[] = [];
      for (const id of new Set(body.ids)) {
        if (desk.now().getTime() > until) break;
        done.push(await bookOne({ shop, id }, desk));
      }
      const rest = new Set(body.ids).size - done.length;
      const late = rest === 0 ? [] : [`${rest} more are not booked yet: press Fulfill for them again.`];
      const count = done.reduce((sum, { parcels }) => sum + parcels, 0);
      const sum = `Booked ${count} ${count === 1 ? "parcel" : "parcels"}.`;
      const isWhole = late.length === 0 && done.every(({ isBooked }) => isBooked);
      const text = [sum, ...late, ...done.map(({ sentence }) => sentence)].join(" ");
      return message(text, count === 0 ? "error" : isWhole ? "success" : "warning");
    },
  };
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
