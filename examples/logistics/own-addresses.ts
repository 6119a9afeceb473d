import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "./error-text.ts";
import { readBookingToken } from "./fulfill/booking-token.ts";
import type { Logistics } from "./logistics.ts";
import { bookedPage, bookingPage } from "./pages/booking-page.ts";
import { type Document, messagePage } from "./pages/document.ts";
import { trackingPage } from "./pages/tracking-page.ts";
import { bookOrder, type Consignment } from "./parcels/book-order.ts";
import { findService } from "./services.ts";

type Answer = (request: { url: URL; form: URLSearchParams }, logistics: Logistics) => Promise<Response>;

const addresses: readonly [method: string, path: RegExp, answer: Answer][] = [
  ["GET", /^\/book$/, showBooking],
  ["POST", /^\/book$/, takeBooking],
  ["GET", /^\/track\/LP\d{14}$/, track],
  ["GET", /^\/style\.css$/, async () => asset("style.css", "text/css; charset=utf-8")],
  ["GET", /^\/icon\.svg$/, async () => asset("icon.svg", "image/svg+xml")],
];

const longestForm = 4_000;

/** Answer every address that is not the SDK's. */
export async function answerOwnAddress(request: Request, logistics: Logistics): Promise<Response> {
  const url = new URL(request.url);
  const [, , answer] =
    addresses.find(([method, path]) => method === request.method && path.test(url.pathname)) ?? [];
  if (answer === undefined)
    return messagePage({ heading: "Not found", sentence: "This page does not exist." }, { status: 404 });
  return answer({ url, form: new URLSearchParams(await readForm(request)) }, logistics);
}

/** Read the fields of a form; empty when they are longer than any form of the app. */
async function readForm(request: Request): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of request.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > longestForm) return "";
  }
  return text;
}

function showBooking({ url }: { url: URL }, logistics: Logistics): Promise<Response> {
  const token = url.searchParams.get("token") ?? "";
  return withToken(token, logistics, async ({ shop, id, fulfillment_order_id: part }, rest) => {
    const { order } = await logistics.app.shop(shop).orders.get({ params: { id } });
    return bookingPage(order, { token, part }, rest);
  });
}

function takeBooking({ form }: { form: URLSearchParams }, logistics: Logistics): Promise<Response> {
  return withToken(form.get("token") ?? "", logistics, async (consignment, rest) => {
    const service = form.get("service") ?? "";
    if (findService(service) === undefined)
      return messagePage({ heading: "Choose a service", sentence: "Go back and select a service." }, rest);
    return bookedPage(await bookOrder(consignment, { service, deps: logistics.deps }), rest);
  });
}

/**
 * Run the action of a booking page for a visitor whom the store's admin sent; only that admin may frame it.
 */
async function withToken(
  token: string,
  { tokens, store, app }: Logistics,
  act: (consignment: Consignment, rest: Partial<Document>) => Promise<Response>,
): Promise<Response> {
  const consignment = readBookingToken(token, tokens);
  if (consignment === null)
    return messagePage(
      {
        heading: "This page has expired",
        sentence: "Go back to the order and select Fulfill with an app again.",
      },
      // Any site may frame this page: it shows nothing of a store and does nothing.
      { status: 403, framedBy: "*" },
    );
  const installation = await store.load(consignment.shop);
  const rest = installation === null ? {} : { framedBy: new URL(installation.host_url).origin };
  try {
    return await act(consignment, rest);
  } catch (error) {
    const text = errorText(error);
    if (text === null) app.report(error);
    const sentence = text ?? "The app ran into a problem. Try again.";
    return messagePage({ heading: "The parcel could not be booked", sentence }, { ...rest, status: 409 });
  }
}

async function track({ url }: { url: URL }, { deps }: Logistics): Promise<Response> {
  return trackingPage(deps.book.find(url.pathname.slice("/track/".length)));
}

async function asset(name: string, type: string): Promise<Response> {
  const bytes = await readFile(join(import.meta.dirname, "public", name));
  const headers = { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" };
  return new Response(bytes, { headers });
}
