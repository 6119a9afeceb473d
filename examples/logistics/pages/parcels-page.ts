import { escapeHtml } from "@souk/app-sdk";
import type { Parcel } from "../parcels/parcel.ts";
import { documentOf } from "./document.ts";
import { parcelTable } from "./parcel-table.ts";

const shown = 50;

/** The app's page in the admin: what the shop has sent lately, the newest first. The SDK says who may frame it. */
export function parcelsPage(shop: string, parcels: readonly Parcel[]): Response {
  const newest = parcels.filter((parcel) => parcel.shop === shop).slice(-shown);
  const list =
    newest.length === 0
      ? "<p>Nothing has been sent yet. Open an order, press Fulfill by app and choose Logistics.</p>"
      : parcelTable(newest.reverse());
  return documentOf({
    title: "Logistics",
    body: `<h1>Parcels</h1>\n<p class="quiet">${escapeHtml(shop)}</p>\n${list}`,
  });
}
