interface Narrowed {
  query: string;
  status: string;
  financial: string;
  fulfillment: string;
  location: string;
}

/** What narrows the list of orders as the end of the exports' address, in the names that the API has. */
export function exportQuery({ query, status, financial, fulfillment, location }: Narrowed): string {
  const filters = {
    query,
    status,
    financial_status: financial,
    fulfillment_status: fulfillment,
    location_id: location,
  };
  const said = Object.entries(filters).filter(([, value]) => value !== "");
  return new URLSearchParams([["resource", "orders"], ...said]).toString();
}
