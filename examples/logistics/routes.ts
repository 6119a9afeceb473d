import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatError } from "./format-error.ts";
import { readBookingToken } from "./fulfill/booking-token.ts";
import type { Logistics } from "./logistics.ts";
import { renderBookedPage, renderBookingPage } from "./pages/booking-page.ts";
import { type Document, renderMessagePage } from "./pages/document.ts";
import { renderTrackingPage } from "./pages/tracking-page.ts";
import { bookOrder, type Consignment } from "./parcels/book-order.ts";
import { findService } from "./services.ts";

type RouteHandler = (request: { url: URL; form: URLSearchParams }, logistics: Logistics) => Promise<Response>;

const routes: readonly [method: string, path: RegExp, handler: RouteHandler][] = [
  ["GET", /^\/book$/, showBookingPage],
  ["POST", /^\/book$/, submitBooking],
  ["GET", /^\/track\/LP\d{14}$/, showTrackingPage],
  ["GET", /^\/style\.css$/, async () => createAssetResponse("style.css", "text/css; charset=utf-8")],
  ["GET", /^\/icon\.svg$/, async () => createAssetResponse("icon.svg", "image/svg+xml")],
];

/** Maximum number of characters in the body of a form. */
const maxFormLength = 4_000;

/** Create the response to a request whose path the SDK does not handle. */
export async function createRouteResponse(request: Request, logistics: Logistics): Promise<Response> {
  const url = new URL(request.url);
  const [, , handler] =
    routes.find(([method, path]) => method === request.method && path.test(url.pathname)) ?? [];
  if (handler === undefined)
    return renderMessagePage(
      { heading: "Not found", sentence: "This page does not exist." },
      { status: 404 },
    );
  return handler({ url, form: new URLSearchParams(await readForm(request)) }, logistics);
}

/** Read the body of a form. @returns an empty string if the body is longer than any form of the app */
async function readForm(request: Request): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of request.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxFormLength) return "";
  }
  return text;
}

function showBookingPage({ url }: { url: URL }, logistics: Logistics): Promise<Response> {
  const token = url.searchParams.get("token") ?? "";
  return withBookingToken(token, logistics, async ({ shop, id, fulfillment_order_id }, pageOptions) => {
    const { order } = await logistics.app.shop(shop).orders.get({ params: { id } });
    return renderBookingPage(order, { token, fulfillment_order_id }, pageOptions);
  });
}

function submitBooking({ form }: { form: URLSearchParams }, logistics: Logistics): Promise<Response> {
  return withBookingToken(form.get("token") ?? "", logistics, async (consignment, pageOptions) => {
    const service = form.get("service") ?? "";
    if (findService(service) === undefined)
      return renderMessagePage(
        { heading: "Choose a service", sentence: "Go back and select a service." },
        pageOptions,
      );
    return renderBookedPage(await bookOrder(consignment, { service, deps: logistics.deps }), pageOptions);
  });
}

/**
 * Verify the token of a booking page and create the page's response. Only the admin of the token's store can embed the page.
 * @param createResponse is called with the token's consignment and the options of the page
 */
async function withBookingToken(
  token: string,
  { tokens, store, app }: Logistics,
  createResponse: (consignment: Consignment, pageOptions: Partial<Document>) => Promise<Response>,
): Promise<Response> {
  const consignment = readBookingToken(token, tokens);
  if (consignment === null)
    return renderMessagePage(
      {
        heading: "This page has expired",
        sentence: "Go back to the order and select Fulfill with an app again.",
      },
      // Any site may embed this page, because it shows no data of a store and has no actions.
      { status: 403, framedBy: "*" },
    );
  const installation = await store.load(consignment.shop);
  const pageOptions = installation === null ? {} : { framedBy: new URL(installation.host_url).origin };
  try {
    return await createResponse(consignment, pageOptions);
  } catch (error) {
    const platformErrorText = formatError(error);
    if (platformErrorText === null) app.report(error);
    const sentence = platformErrorText ?? "Something went wrong in the app. Try again.";
    return renderMessagePage(
      { heading: "The parcel could not be booked", sentence },
      { ...pageOptions, status: 409 },
    );
  }
}

async function showTrackingPage({ url }: { url: URL }, { deps }: Logistics): Promise<Response> {
  return renderTrackingPage(deps.parcelStore.find(url.pathname.slice("/track/".length)));
}

async function createAssetResponse(name: string, type: string): Promise<Response> {
  const bytes = await readFile(join(import.meta.dirname, "public", name));
  const headers = { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" };
  return new Response(bytes, { headers });
}
