import { escapeHtml } from "@souk/app-sdk";
import { type Booked, chosenService, leftToSend, type Order } from "../parcels/book-order.ts";
import { courier, services } from "../services.ts";
import { type Document, documentOf, messagePage } from "./document.ts";
import { parcelTable } from "./parcel-table.ts";

/** Asks how an order is to be sent. @param part the fulfillment order that it is about; all of them when left out */
export function bookingPage(
  order: Order,
  { pass, part }: { pass: string; part?: number | undefined },
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
  const title = `Send ${order.order_number}`;
  return documentOf({
    ...rest,
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p>Books ${count} with ${courier}${escapeHtml(addresseeOf(order))}.</p>
<ul>${lines.join("")}</ul>
<form method="post" action="/book">
<input type="hidden" name="pass" value="${escapeHtml(pass)}">
<fieldset><legend>Service</legend>
${choices.join("\n")}
</fieldset>
<button>Book</button>
</form>`,
  });
}

function addresseeOf({ shipping_address }: Order): string {
  if (shipping_address === null) return "";
  const { first_name, last_name, city } = shipping_address;
  const name = `${first_name} ${last_name}`.trim();
  return [name === "" ? "" : ` for ${name}`, city === "" ? "" : ` in ${city}`].join("");
}

/** Says what was booked. */
export function bookedPage({ order_number, email, parcels }: Booked, rest: Partial<Document>): Response {
  if (parcels.length === 0) return nothingLeft(order_number, rest);
  const title = parcels.length === 1 ? "The parcel is booked" : `${parcels.length} parcels are booked`;
  return documentOf({
    ...rest,
    title,
    body: `<h1>${title}</h1>
<p>The order is marked as sent.${email === "" ? " Its customer has no e-mail address, so nobody is mailed the number." : " Its customer is mailed the number, unless the shop has switched that mail off."}</p>
${parcelTable(parcels)}`,
  });
}

function nothingLeft(order_number: string, rest: Partial<Document>): Response {
  const sentence = `Everything of ${order_number} was sent, or it is cancelled.`;
  return messagePage({ heading: "Nothing is left to send", sentence }, rest);
}
