import { scopeNames } from "@souk/contract";
import type { HttpResponse, TestPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../../http/testing/store-api.ts";

/** A customer as the API returns it. */
export interface Customer {
  id: number;
  code: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  birthdate: string | null;
  gender: string | null;
  country_code: string;
  accepts_marketing: boolean;
  note: string;
  tags: string[];
  total_spent: string;
  order_count: number;
  last_order_id: number | null;
  total_credit: string;
  total_point: number;
  primary_address: Address | null;
  addresses: Address[];
  groups: { id: number; name: string }[];
  attributes?: Record<string, unknown>;
  created_at: string;
  updated_at: string;
}

/** An address as the API returns it, with the fields that tests check. */
export interface Address {
  id: number;
  customer_id: number;
  city: string;
  is_default: boolean;
  latitude: number | null;
}

/** A Malaysian store, in which an app (by default with all scopes) calls the API. */
export interface CustomerFixture extends StoreApi {
  /** Call the API, and fail the test unless the status is 200. */
  callOk<T>(method: string, path: string, json?: unknown): Promise<T>;
  /** Call the API, fail the test if the status is 200, and return the field errors as `path code`, or else the error's code. */
  expectError(method: string, path: string, json?: unknown): Promise<string[]>;
  create(customer: object): Promise<Customer>;
  get(id: number): Promise<Customer>;
  put(id: number, customer: object): Promise<Customer>;
  /** List the events published since the last call of `listNewEvents`, the oldest first, as `topic id`. */
  listNewEvents(): Promise<string[]>;
}

/** Create the fixture. The platform must have no sequencer, because events are read from the inbox. */
export async function createCustomerFixture(
  testPlatform: TestPlatform,
  scopes: readonly string[] = scopeNames,
): Promise<CustomerFixture> {
  const api = await createStoreApi(testPlatform, { scopes });
  await testPlatform.database.query("update stores set country_code = 'MY' where id = $1", [api.store.id]);
  let lastEventId = 0;
  const send = (method: string, path: string, json?: unknown): Promise<HttpResponse> =>
    api.call(method, path, json === undefined ? {} : { json });
  const callOk = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const response = await send(method, path, json);
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response.json<T>();
  };
  const callForCustomer = async (method: string, path: string, json?: unknown) =>
    (await callOk<{ customer: Customer }>(method, `/3.0/customers${path}.json`, json)).customer;
  return {
    ...api,
    callOk,
    async expectError(method, path, json) {
      const response = await send(method, path, json);
      if (response.status === 200) throw new Error(`${method} ${path} was not rejected: ${response.text}`);
      const { code, fields = [] } = readError(response);
      return fields.length === 0 ? [code] : fields.map((field) => `${field.path} ${field.code}`);
    },
    create: (customer) => callForCustomer("POST", "", { customer }),
    get: (id) => callForCustomer("GET", `/${id}`),
    put: (id, customer) => callForCustomer("PUT", `/${id}`, { customer }),
    async listNewEvents() {
      const rows = await testPlatform.database.many<{ id: number; event: string }>(
        `select id, topic || ' ' || resource_id as event from event_inbox where store_id = $1 and id > $2 order by id`,
        [api.store.id, lastEventId],
      );
      lastEventId = rows.at(-1)?.id ?? lastEventId;
      return rows.map(({ event }) => event);
    },
  };
}
