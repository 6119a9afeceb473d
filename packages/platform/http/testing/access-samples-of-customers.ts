import type { AccessFixture } from "./access-fixture.ts";

async function made<T>({ testing, store, tokens }: AccessFixture, path: string, json: object): Promise<T> {
  const url = `${store.origin}/api/3.0${path}`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json<T>();
}

type Made<N extends string> = Record<N, { id: number }>;

const named = (what: string) => `${what} ${performance.now()}`;

/** Create a customer for one call. */
export async function customer(fixture: AccessFixture): Promise<{ id: number }> {
  return (await made<Made<"customer">>(fixture, "/customers.json", { first_name: named("Sample") })).customer;
}

const one = async (fixture: AccessFixture) => ({ params: { id: (await customer(fixture)).id } });

async function address(fixture: AccessFixture): Promise<{ params: { customer_id: number; id: number } }> {
  const { id: customer_id } = await customer(fixture);
  const { address } = await made<Made<"address">>(fixture, `/customers/${customer_id}/addresses.json`, {
    city: "Ipoh",
  });
  return { params: { customer_id, id: address.id } };
}

const ofCustomer = async (fixture: AccessFixture) => ({
  params: { customer_id: (await customer(fixture)).id },
});

async function group(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const json = { name: named("Group") };
  const { customer_group } = await made<Made<"customer_group">>(fixture, "/customer_groups.json", json);
  return { params: { id: customer_group.id } };
}

const members = async (fixture: AccessFixture) => ({
  ...(await group(fixture)),
  body: { customer_ids: [(await customer(fixture)).id] },
});

const field = () => ({ key: `f${Math.round(performance.now() * 1_000)}`, title: "Sample" });

async function attribute(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const { customer_attribute } = await made<Made<"customer_attribute">>(
    fixture,
    "/customer_attributes.json",
    field(),
  );
  return { params: { id: customer_attribute.id } };
}

type Sampler = (fixture: AccessFixture) => Promise<{
  params: Readonly<Record<string, number>>;
  query?: string;
  body?: object;
}>;

function ownSamples<const N extends string>(name: N) {
  const none: Sampler = async () => ({ params: {} });
  const samples: Record<string, Sampler> = {
    [`${name}.list`]: none,
    [`${name}.count`]: none,
    [`${name}.search`]: async () => ({ params: {}, query: "query=sample" }),
    [`${name}.get`]: one,
    [`${name}.create`]: async () => ({ params: {}, body: { first_name: "Sample" } }),
    [`${name}.update`]: async (fixture) => ({ ...(await one(fixture)), body: { note: "Sample" } }),
    [`${name}.delete`]: one,
  };
  return samples as Record<
    `${N}.${"list" | "count" | "search" | "get" | "create" | "update" | "delete"}`,
    Sampler
  >;
}

/** Sample calls of the customer operations, always with ids of the store that is called. */
export const customerSamples = {
  ...ownSamples("customers"),
  ...ownSamples("customers_v4"),
  "customer_addresses.list": ofCustomer,
  "customer_addresses.count": ofCustomer,
  "customer_addresses.get": address,
  "customer_addresses.create": async (fixture: AccessFixture) => ({
    ...(await ofCustomer(fixture)),
    body: { city: "Ipoh" },
  }),
  "customer_addresses.update": async (fixture: AccessFixture) => ({
    ...(await address(fixture)),
    body: { city: "Taiping" },
  }),
  "customer_addresses.set_default": address,
  "customer_addresses.delete": address,
  "customer_groups.list": () => ({}),
  "customer_groups.count": () => ({}),
  "customer_groups.get": group,
  "customer_groups.create": () => ({ body: { name: named("Group") } }),
  "customer_groups.update": async (fixture: AccessFixture) => ({
    ...(await group(fixture)),
    body: { description: "Sample" },
  }),
  "customer_groups.delete": group,
  "customer_groups.add_customers": members,
  "customer_groups.list_customers": group,
  "customer_groups.count_customers": group,
  "customer_groups.remove_customers": members,
  "customer_attributes.list": () => ({}),
  "customer_attributes.count": () => ({}),
  "customer_attributes.get": attribute,
  "customer_attributes.create": () => ({ body: field() }),
  "customer_attributes.update": async (fixture: AccessFixture) => ({
    ...(await attribute(fixture)),
    body: { title: "Another" },
  }),
  "customer_attributes.delete": attribute,
};
