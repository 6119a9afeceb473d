import { escapeHtml } from "@souk/app-sdk";
import { type Parcel, statusNames } from "../parcels/parcel.ts";
import { findService } from "../services.ts";

/** Format parcels as table rows, each with its tracking link. */
export function parcelTable(parcels: readonly Parcel[]): string {
  const rows = parcels.map(
    ({ number, order_number, service, status }) => `<tr>
<td>${escapeHtml(order_number)}</td>
<td><a href="/track/${number}" target="_blank" rel="noopener">${number}</a></td>
<td>${escapeHtml(findService(service)?.name ?? service)}</td>
<td>${statusNames[status]}</td>
</tr>`,
  );
  return `<table>
<thead><tr><th>Order</th><th>Parcel</th><th>Service</th><th>State</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}
