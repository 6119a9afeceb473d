import { asked, get, pageSize, type Read, spread } from "./reads.ts";
import type { SizedStore } from "./sized-store.ts";

const list = (query: string) => [get(`/api/3.0/orders.json?limit=${pageSize}&${query}`)];

/** Return the reads of orders. */
export function orderReads({ order_ids, placed }: SizedStore): Read[] {
  const lastPage = Math.ceil(order_ids.length / pageSize);
  return [
    {
      title: "GET an order",
      requests: spread(order_ids, asked).map((id) => get(`/api/3.0/orders/${id}.json`)),
    },
    { title: "orders, page 1", requests: list("page=1") },
    { title: "orders, last page", requests: list(`page=${lastPage}`) },
    { title: "orders since_id, first page", requests: list("since_id=1") },
    { title: "orders since_id, last page", requests: list(`since_id=${order_ids.at(-pageSize)}`) },
    { title: "orders that are paid, page 1", requests: list("financial_status=paid") },
    {
      title: "orders placed lately",
      requests: list(`created_at_min=${placed.from}&created_at_max=${placed.to}`),
    },
  ];
}
