/** Format a status for a message in American English: `in_transit` as "in transit", `cancelled` as "canceled". */
export function formatStatus(status: string): string {
  return status === "cancelled" ? "canceled" : status.replaceAll("_", " ");
}
