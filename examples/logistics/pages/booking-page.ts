import { escapeHtml } from "@souk/app-sdk";
import {
  type BookingResult,
  getChosenService,
  listOpenFulfillmentOrders,
  type Order,
} from "../parcels/book-order.ts";
import { courier, services } from "../services.ts";
import { type Document, renderDocument, renderMessagePage } from "./document.ts";
import { renderParcelTable } from "./parcel-table.ts";

/**
 * Build the page where the merchant selects the service for an order and books its parcels.
 * @param fulfillment_order_id the fulfillment order to book; omitted to book all of the order's fulfillment orders
 */
export function renderBookingPage(
  order: Order,
  { token, fulfillment_order_id }: { token: string; fulfillment_order_id?: number | undefined },
  pageOptions: Partial<Document>,
): Response {
  const openFulfillmentOrders = listOpenFulfillmentOrders(order, fulfillment_order_id);
  if (openFulfillmentOrders.length === 0) return renderNothingToShip(order.order_number, pageOptions);
  const lines = openFulfillmentOrders.flatMap(({ line_items }) =>
    line_items.map(({ name, quantity }) => `<li>${quantity} × ${escapeHtml(name)}</li>`),
  );
  const chosenService = getChosenService(order);
  const choices = services.map(
    ({ id, name, remark }) => `<label>
<input type="radio" name="service" value="${id}"${id === chosenService ? " checked" : ""}>
<span>${escapeHtml(name)}<small>${escapeHtml(remark)}</small></span>
</label>`,
  );
  const parcelsText =
    openFulfillmentOrders.length === 1
      ? "a parcel"
      : `${openFulfillmentOrders.length} parcels, one from each location,`;
  const title = `Ship ${order.order_number}`;
  return renderDocument({
    ...pageOptions,
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p>Book ${parcelsText} with ${courier}${escapeHtml(formatRecipient(order))}.</p>
<ul>${lines.join("")}</ul>
<form method="post" action="/book">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<fieldset><legend>Service</legend>
${choices.join("\n")}
</fieldset>
<button>Book</button>
</form>`,
  });
}

/** Format the name and the city of the recipient, for example " for Mei Tan in Ipoh"; empty if they are unknown. */
function formatRecipient({ shipping_address }: Order): string {
  if (shipping_address === null) return "";
  const { first_name, last_name, city } = shipping_address;
  const name = `${first_name} ${last_name}`.trim();
  return [name === "" ? "" : ` for ${name}`, city === "" ? "" : ` in ${city}`].join("");
}

/** Build the page that shows the booked parcels. */
export function renderBookedPage(
  { order_number, email, parcels }: BookingResult,
  pageOptions: Partial<Document>,
): Response {
  if (parcels.length === 0) return renderNothingToShip(order_number, pageOptions);
  const title = parcels.length === 1 ? "The parcel is booked" : `${parcels.length} parcels are booked`;
  return renderDocument({
    ...pageOptions,
    title,
    body: `<h1>${title}</h1>
<p>The order is marked as fulfilled.${email === "" ? " The customer has no email address, so no tracking email was sent." : " The customer receives the tracking number by email, unless the store has turned this email off."}</p>
${renderParcelTable(parcels)}`,
  });
}

function renderNothingToShip(order_number: string, pageOptions: Partial<Document>): Response {
  const sentence = `${order_number} is already fulfilled or canceled.`;
  return renderMessagePage({ heading: "Nothing left to ship", sentence }, pageOptions);
}
