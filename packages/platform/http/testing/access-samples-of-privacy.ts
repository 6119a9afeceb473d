import type { Ground } from "./access-callers.ts";
import { customer } from "./access-samples-of-customers.ts";

const one = async (ground: Ground) => ({ params: { id: (await customer(ground)).id } });

/** How the operations about what customers may ask are called. */
export const privacySamples = {
  "customers.data": one,
  "customers.request_data": one,
  "customers.erase": one,
  "privacy_requests.list": () => ({}),
  "privacy_requests.get": async ({ testing, shop }: Ground) => {
    const { rows } = await testing.database.query<{ id: number }>(
      `insert into privacy_requests (store_id, kind, customer_id, actor_kind, actor_id, request_id, completed_at)
       values ($1, 'erase', 1, 'account', '1', 'req', now()) returning id`,
      [shop.id],
    );
    return { params: { id: rows[0]?.id ?? 0 } };
  },
};
