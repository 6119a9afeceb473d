import { scopeNames } from "@souk/contract";
import type { Answer, TestPlatform } from "@souk/testkit";
import { errorOf, type ShopApi, shopApi } from "../../../http/testing/shop-api.ts";

/** A customer as the interface answers one. */
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

/** A Malaysian shop and an app with all scopes in it. */
export interface CustomerRig extends ShopApi {
  /** Calls, and fails the test unless the answer is 200. */
  done<T>(method: string, path: string, json?: unknown): Promise<T>;
  /** Calls, and answers the sentences of the refusal as `field message`. */
  refused(method: string, path: string, json?: unknown): Promise<string[]>;
  create(customer: object): Promise<Customer>;
  get(id: number): Promise<Customer>;
  put(id: number, customer: object): Promise<Customer>;
  /** Topics raised since the last call, in order, as `topic id`. */
  topics(): Promise<string[]>;
}

/** Makes the shop; topics are read from the inbox of a platform without workers. */
export async function customerRig(
  testing: TestPlatform,
  scopes: readonly string[] = scopeNames,
): Promise<CustomerRig> {
  const api = await shopApi(testing, { scopes });
  await testing.database.query("update stores set country_code = 'MY' where id = $1", [api.shop.id]);
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
    async refused(method, path, json) {
      const answer = await send(method, path, json);
      if (answer.status === 200) throw new Error(`${method} ${path} was not refused: ${answer.text}`);
      const { code, fields = [] } = errorOf(answer);
      return fields.length === 0 ? [code] : fields.map(({ path, message }) => `${path} ${message}`);
    },
    create: (customer) => one("POST", "", { customer }),
    get: (id) => one("GET", `/${id}`),
    put: (id, customer) => one("PUT", `/${id}`, { customer }),
    async topics() {
      const { rows } = await testing.database.query<{ id: number; told: string }>(
        `select id, topic || ' ' || resource_id as told from event_inbox where store_id = $1 and id > $2 order by id`,
        [api.shop.id, seen],
      );
      seen = rows.at(-1)?.id ?? seen;
      return rows.map(({ told }) => told);
    },
  };
}
