import type { AccessFixture } from "./access-fixture.ts";

async function createRecord<T>(
  { testPlatform, store, tokens }: AccessFixture,
  path: string,
  json: object,
): Promise<T> {
  const url = `${store.origin}/api/3.0${path}`;
  const response = await testPlatform.request(url, { method: "POST", token: tokens.full, json });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  return response.json<T>();
}

type CreatedRecord<N extends string> = Record<N, { id: number }>;

const uniqueName = (label: string) => `${label} ${performance.now()}`;

/** Create a customer for one call. */
export async function createCustomer(fixture: AccessFixture): Promise<{ id: number }> {
  return (
    await createRecord<CreatedRecord<"customer">>(fixture, "/customers.json", {
      first_name: uniqueName("Sample"),
    })
  ).customer;
}

const createCustomerSample = async (fixture: AccessFixture) => ({
  params: { id: (await createCustomer(fixture)).id },
});

async function createAddressSample(
  fixture: AccessFixture,
): Promise<{ params: { customer_id: number; id: number } }> {
  const { id: customer_id } = await createCustomer(fixture);
  const { address } = await createRecord<CreatedRecord<"address">>(
    fixture,
    `/customers/${customer_id}/addresses.json`,
    {
      city: "Ipoh",
    },
  );
  return { params: { customer_id, id: address.id } };
}

const createCustomerIdSample = async (fixture: AccessFixture) => ({
  params: { customer_id: (await createCustomer(fixture)).id },
});

async function createGroupSample(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const json = { name: uniqueName("Group") };
  const { customer_group } = await createRecord<CreatedRecord<"customer_group">>(
    fixture,
    "/customer_groups.json",
    json,
  );
  return { params: { id: customer_group.id } };
}

const createGroupWithCustomerSample = async (fixture: AccessFixture) => ({
  ...(await createGroupSample(fixture)),
  body: { customer_ids: [(await createCustomer(fixture)).id] },
});

const buildAttributeBody = () => ({ key: `f${Math.round(performance.now() * 1_000)}`, title: "Sample" });

async function createAttributeSample(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const { customer_attribute } = await createRecord<CreatedRecord<"customer_attribute">>(
    fixture,
    "/customer_attributes.json",
    buildAttributeBody(),
  );
  return { params: { id: customer_attribute.id } };
}

type Sampler = (fixture: AccessFixture) => Promise<{
  params: Readonly<Record<string, number>>;
  query?: string;
  body?: object;
}>;

function buildCustomerSamples<const N extends string>(name: N) {
  const createNoParams: Sampler = async () => ({ params: {} });
  const samples: Record<string, Sampler> = {
    [`${name}.list`]: createNoParams,
    [`${name}.count`]: createNoParams,
    [`${name}.search`]: async () => ({ params: {}, query: "query=sample" }),
    [`${name}.get`]: createCustomerSample,
    [`${name}.create`]: async () => ({ params: {}, body: { first_name: "Sample" } }),
    [`${name}.update`]: async (fixture) => ({
      ...(await createCustomerSample(fixture)),
      body: { note: "Sample" },
    }),
    [`${name}.delete`]: createCustomerSample,
  };
  return samples as Record<
    `${N}.${"list" | "count" | "search" | "get" | "create" | "update" | "delete"}`,
    Sampler
  >;
}

/** Sample calls of the customer operations, always with ids of the store that is called. */
export const customerSamples = {
  ...buildCustomerSamples("customers"),
  ...buildCustomerSamples("customers_v4"),
  "customer_addresses.list": createCustomerIdSample,
  "customer_addresses.count": createCustomerIdSample,
  "customer_addresses.get": createAddressSample,
  "customer_addresses.create": async (fixture: AccessFixture) => ({
    ...(await createCustomerIdSample(fixture)),
    body: { city: "Ipoh" },
  }),
  "customer_addresses.update": async (fixture: AccessFixture) => ({
    ...(await createAddressSample(fixture)),
    body: { city: "Taiping" },
  }),
  "customer_addresses.set_default": createAddressSample,
  "customer_addresses.delete": createAddressSample,
  "customer_groups.list": () => ({}),
  "customer_groups.count": () => ({}),
  "customer_groups.get": createGroupSample,
  "customer_groups.create": () => ({ body: { name: uniqueName("Group") } }),
  "customer_groups.update": async (fixture: AccessFixture) => ({
    ...(await createGroupSample(fixture)),
    body: { description: "Sample" },
  }),
  "customer_groups.delete": createGroupSample,
  "customer_groups.add_customers": createGroupWithCustomerSample,
  "customer_groups.list_customers": createGroupSample,
  "customer_groups.count_customers": createGroupSample,
  "customer_groups.remove_customers": createGroupWithCustomerSample,
  "customer_attributes.list": () => ({}),
  "customer_attributes.count": () => ({}),
  "customer_attributes.get": createAttributeSample,
  "customer_attributes.create": () => ({ body: buildAttributeBody() }),
  "customer_attributes.update": async (fixture: AccessFixture) => ({
    ...(await createAttributeSample(fixture)),
    body: { title: "Another" },
  }),
  "customer_attributes.delete": createAttributeSample,
};
