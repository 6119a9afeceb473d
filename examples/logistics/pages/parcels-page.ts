import { escapeHtml } from "@souk/app-sdk";
import type { Parcel } from "../parcels/parcel.ts";
import { renderDocument } from "./document.ts";
import { parcelTable } from "./parcel-table.ts";

const shown = 50;

/**
 * Build the app's page in the admin: the store's recent parcels, the newest first. The SDK sets who may frame
 * it.
 */
export function parcelsPage(shop: string, parcels: readonly Parcel[]): Response {
  const newest = parcels.filter((parcel) => parcel.shop === shop).slice(-shown);
  const list =
    newest.length === 0
      ? "<p>No parcels yet. Open an order, select Fulfill with an app and choose Logistics.</p>"
      : parcelTable(newest.reverse());
  return renderDocument({
    title: "Logistics",
    body: `<h1>Parcels</h1>\n<p class="quiet">${escapeHtml(shop)}</p>\n${list}`,
  });
}
