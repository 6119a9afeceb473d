import type { AccessFixture } from "./access-fixture.ts";
import { createCustomer } from "./access-samples-of-customers.ts";

const createCustomerSample = async (fixture: AccessFixture) => ({
  params: { id: (await createCustomer(fixture)).id },
});

/** Sample calls of the operations for customers' privacy requests. */
export const privacySamples = {
  "customers.data": createCustomerSample,
  "customers.request_data": createCustomerSample,
  "customers.erase": createCustomerSample,
  "privacy_requests.list": () => ({}),
  "privacy_requests.get": async ({ testPlatform, store }: AccessFixture) => {
    const row = await testPlatform.database.maybeOne<{ id: number }>(
      `insert into privacy_requests (store_id, kind, customer_id, actor_kind, actor_id, request_id, completed_at)
       values ($1, 'erase', 1, 'account', '1', 'req', now()) returning id`,
      [store.id],
    );
    return { params: { id: row?.id ?? 0 } };
  },
};
