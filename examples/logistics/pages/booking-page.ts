import { escapeHtml } from "@souk/app-sdk";
import { type Booked, chosenService, leftToSend, type Order } from "../parcels/book-order.ts";
import { courier, services } from "../services.ts";
import { type Document, messagePage, renderDocument } from "./document.ts";
import { parcelTable } from "./parcel-table.ts";

/**
 * Build the page that asks how to send an order. @param part the fulfillment order; all of them when left out
 */
export function bookingPage(
  order: Order,
  { token, part }: { token: string; part?: number | undefined },
  rest: Partial<Document>,
): Response {
  const left = leftToSend(order, part);
  if (left.length === 0) return nothingLeft(order.order_number, rest);
  const lines = left.flatMap(({ line_items }) =>
    line_items.map(({ name, quantity }) => `<li>${quantity} × ${escapeHtml(name)}</li>`),
  );
  const chosen = chosenService(order);
  const choices = services.map(
    ({ id, name, remark }) => `<label>
<input type="radio" name="service" value="${id}"${id === chosen ? " checked" : ""}>
<span>${escapeHtml(name)}<small>${escapeHtml(remark)}</small></span>
</label>`,
  );
  const count = left.length === 1 ? "a parcel" : `${left.length} parcels, one from each location,`;
  const title = `Ship ${order.order_number}`;
  return renderDocument({
    ...rest,
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p>Books ${count} with ${courier}${escapeHtml(formatAddressee(order))}.</p>
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

function formatAddressee({ shipping_address }: Order): string {
  if (shipping_address === null) return "";
  const { first_name, last_name, city } = shipping_address;
  const name = `${first_name} ${last_name}`.trim();
  return [name === "" ? "" : ` for ${name}`, city === "" ? "" : ` in ${city}`].join("");
}

/** Build the page that shows the booked parcels. */
export function bookedPage({ order_number, email, parcels }: Booked, rest: Partial<Document>): Response {
  if (parcels.length === 0) return nothingLeft(order_number, rest);
  const title = parcels.length === 1 ? "The parcel is booked" : `${parcels.length} parcels are booked`;
  return renderDocument({
    ...rest,
    title,
    body: `<h1>${title}</h1>
<p>The order is marked as fulfilled.${email === "" ? " The customer has no email address, so no tracking email was sent." : " The customer receives the tracking number by email, unless the store has turned this email off."}</p>
${parcelTable(parcels)}`,
  });
}

function nothingLeft(order_number: string, rest: Partial<Document>): Response {
  const sentence = `${order_number} is already fulfilled or cancelled.`;
  return messagePage({ heading: "Nothing left to ship", sentence }, rest);
}
