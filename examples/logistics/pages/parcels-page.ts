import { escapeHtml } from "@souk/app-sdk";
import type { Parcel } from "../parcels/parcel.ts";
import { renderDocument } from "./document.ts";
import { renderParcelTable } from "./parcel-table.ts";

const maxShownParcels = 50;

/**
 * Build the app's page in the admin, with the store's recent parcels, newest first. The SDK adds the header that allows
 * only the admin to embed the page.
 */
export function renderParcelsPage(shop: string, parcels: readonly Parcel[]): Response {
  const recentParcels = parcels.filter((parcel) => parcel.shop === shop).slice(-maxShownParcels);
  const content =
    recentParcels.length === 0
      ? "<p>No parcels yet. Open an order, select Fulfill with an app and choose Logistics.</p>"
      : renderParcelTable(recentParcels.reverse());
  return renderDocument({
    title: "Logistics",
    body: `<h1>Parcels</h1>\n<p class="quiet">${escapeHtml(shop)}</p>\n${content}`,
  });
}
