import { createGetRequest, maxSampledIds, pageSize, pickEvenly, type Read } from "./reads.ts";
import type { SizedStore } from "./sized-store.ts";

const createListRequests = (query: string) => [
  createGetRequest(`/api/3.0/orders.json?limit=${pageSize}&${query}`),
];

/** Build the reads of orders. */
export function buildOrderReads({ order_ids, placedBetween }: SizedStore): Read[] {
  const lastPage = Math.ceil(order_ids.length / pageSize);
  return [
    {
      title: "GET an order",
      requests: pickEvenly(order_ids, maxSampledIds).map((id) =>
        createGetRequest(`/api/3.0/orders/${id}.json`),
      ),
    },
    { title: "orders, page 1", requests: createListRequests("page=1") },
    { title: "orders, last page", requests: createListRequests(`page=${lastPage}`) },
    { title: "orders since_id, first page", requests: createListRequests("since_id=1") },
    {
      title: "orders since_id, last page",
      requests: createListRequests(`since_id=${order_ids.at(-pageSize)}`),
    },
    { title: "orders that are paid, page 1", requests: createListRequests("financial_status=paid") },
    {
      title: "orders placed lately",
      requests: createListRequests(`created_at_min=${placedBetween.from}&created_at_max=${placedBetween.to}`),
    },
  ];
}
