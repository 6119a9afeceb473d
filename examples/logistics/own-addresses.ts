import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readBookingPass } from "./fulfil/booking-pass.ts";
import type { Logistics } from "./logistics.ts";
import { bookedPage, bookingPage } from "./pages/booking-page.ts";
import { type Document, messagePage } from "./pages/document.ts";
import { trackingPage } from "./pages/tracking-page.ts";
import { bookOrder, type Consignment } from "./parcels/book-order.ts";
import { problemText } from "./problem-text.ts";
import { serviceOf } from "./services.ts";

type Answer = (request: { url: URL; form: URLSearchParams }, logistics: Logistics) => Promise<Response>;

const addresses: readonly [method: string, path: RegExp, answer: Answer][] = [
  ["GET", /^\/book$/, showBooking],
  ["POST", /^\/book$/, takeBooking],
  ["GET", /^\/track\/LP\d{14}$/, track],
  ["GET", /^\/style\.css$/, async () => asset("style.css", "text/css; charset=utf-8")],
  ["GET", /^\/icon\.svg$/, async () => asset("icon.svg", "image/svg+xml")],
];

const longestForm = 4_000;

/** Answers every address that is not the SDK's. */
export async function answerOwnAddress(request: Request, logistics: Logistics): Promise<Response> {
  const url = new URL(request.url);
  const [, , answer] =
    addresses.find(([method, path]) => method === request.method && path.test(url.pathname)) ?? [];
  if (answer === undefined)
    return messagePage(
      { heading: "Not found", sentence: "There is nothing at this address." },
      { status: 404 },
    );
  return answer({ url, form: new URLSearchParams(await readForm(request)) }, logistics);
}

/** The fields of a form; none where they are longer than any of ours. */
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
  const pass = url.searchParams.get("pass") ?? "";
  return withPass(pass, logistics, async ({ shop, id, fulfillment_order_id: part }, rest) => {
    const { order } = await logistics.app.shop(shop).orders.get({ params: { id } });
    return bookingPage(order, { pass, part }, rest);
  });
}

function takeBooking({ form }: { form: URLSearchParams }, logistics: Logistics): Promise<Response> {
  return withPass(form.get("pass") ?? "", logistics, async (consignment, rest) => {
    const service = form.get("service") ?? "";
    if (serviceOf(service) === undefined)
      return messagePage({ heading: "Choose a service", sentence: "Go back and choose one." }, rest);
    return bookedPage(await bookOrder(consignment, { service, desk: logistics.desk }), rest);
  });
}

/** What a page of a booking does, for somebody whom the shop's admin has sent there; it may be framed by that admin alone. */
async function withPass(
  pass: string,
  { passes, store, app }: Logistics,
  act: (consignment: Consignment, rest: Partial<Document>) => Promise<Response>,
): Promise<Response> {
  const consignment = readBookingPass(pass, passes);
  if (consignment === null)
    return messagePage(
      { heading: "This page has expired", sentence: "Go back to the order and press Fulfill by app again." },
      // In whosever frame: it shows nothing of a shop, and does nothing.
      { status: 403, framedBy: "*" },
    );
  const installation = await store.load(consignment.shop);
  const rest = installation === null ? {} : { framedBy: new URL(installation.host_url).origin };
  try {
    return await act(consignment, rest);
  } catch (error) {
    const text = problemText(error);
    if (text === null) app.report(error);
    const sentence = text ?? "The app has a fault. It has been noted; please try again.";
    return messagePage({ heading: "This could not be booked", sentence }, { ...rest, status: 409 });
  }
}

async function track({ url }: { url: URL }, { desk }: Logistics): Promise<Response> {
  return trackingPage(desk.book.find(url.pathname.slice("/track/".length)));
}

async function asset(name: string, type: string): Promise<Response> {
  const bytes = await readFile(join(import.meta.dirname, "public", name));
  const headers = { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" };
  return new Response(bytes, { headers });
}
