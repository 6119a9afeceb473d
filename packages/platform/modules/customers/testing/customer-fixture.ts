import { scopeNames } from "@souk/contract";
import type { Answer, TestPlatform } from "@souk/testkit";
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

export interface Address {
  id: number;
  customer_id: number;
  city: string;
  is_default: boolean;
  latitude: number | null;
}

/** A Malaysian store and an app with all scopes in it. */
export interface CustomerFixture extends StoreApi {
  /** Call the API, and fail the test unless the status is 200. */
  done<T>(method: string, path: string, json?: unknown): Promise<T>;
  /** Call the API, and return the sentences of the error as `field message`. */
  expectError(method: string, path: string, json?: unknown): Promise<string[]>;
  create(customer: object): Promise<Customer>;
  get(id: number): Promise<Customer>;
  put(id: number, customer: object): Promise<Customer>;
  /** List the topics published since the last call, in order, as `topic id`. */
  topics(): Promise<string[]>;
}

/** Create the fixture; topics are read from the inbox of a platform without workers. */
export async function createCustomerFixture(
  testing: TestPlatform,
  scopes: readonly string[] = scopeNames,
): Promise<CustomerFixture> {
  const api = await createStoreApi(testing, { scopes });
  await testing.database.query("update stores set country_code = 'MY' where id = $1", [api.store.id]);
  let seen = 0;
  const send = (method: string, path: string, json?: unknown): Promise<Answer> =>
    api.call(method, path, json === undefined ? {} : { json });
  const done = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const answer = await send(method, path, json);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json<T>();
  };
  const one = async (method: string, path: string, json?: unknown) =>
    (await done<{ customer: Customer }>(method, `/3.0/customers${path}.json`, json)).customer;
  return {
    ...api,
    done,
    async expectError(method, path, json) {
      const answer = await send(method, path, json);
      if (answer.status === 200) throw new Error(`${method} ${path} was not refused: ${answer.text}`);
      const { code, fields = [] } = readError(answer);
      return fields.length === 0 ? [code] : fields.map((field) => `${field.path} ${field.code}`);
    },
    create: (customer) => one("POST", "", { customer }),
    get: (id) => one("GET", `/${id}`),
    put: (id, customer) => one("PUT", `/${id}`, { customer }),
    async topics() {
      const rows = await testing.database.many<{ id: number; event: string }>(
        `select id, topic || ' ' || resource_id as event from event_inbox where store_id = $1 and id > $2 order by id`,
        [api.store.id, seen],
      );
      seen = rows.at(-1)?.id ?? seen;
      return rows.map(({ event }) => event);
    },
  };
}
