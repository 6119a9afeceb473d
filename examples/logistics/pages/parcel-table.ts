import { escapeHtml } from "@souk/app-sdk";
import { type Parcel, statusLabels } from "../parcels/parcel.ts";
import { findService } from "../services.ts";

/** Build a table of parcels, with a tracking link in each row. */
export function renderParcelTable(parcels: readonly Parcel[]): string {
  const rows = parcels.map(
    ({ number, order_number, service, status }) => `<tr>
<td>${escapeHtml(order_number)}</td>
<td><a href="/track/${number}" target="_blank" rel="noopener">${number}</a></td>
<td>${escapeHtml(findService(service)?.name ?? service)}</td>
<td>${statusLabels[status]}</td>
</tr>`,
  );
  return `<table>
<thead><tr><th>Order</th><th>Parcel</th><th>Service</th><th>Status</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}
