import type { AccessFixture } from "./access-fixture.ts";

interface Made {
  id: number;
  variants: { id: number }[];
}

interface Sample {
  params: { id: number; product_id: number };
}

/** Create a product in three sizes for one call. */
async function product({ testing, store, tokens }: AccessFixture): Promise<Made> {
  const url = `${store.origin}/api/3.0/products.json`;
  const json = { title: "Sample", variant_options: [{ name: "Size", options: ["S", "M", "L"] }] };
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json<{ product: Made }>().product;
}

/** Create a product and name one of its variants, for one call. */
async function variant(fixture: AccessFixture): Promise<Sample> {
  const { id, variants } = await product(fixture);
  return { params: { product_id: id, id: variants[0]?.id ?? 0 } };
}

async function ownProduct(fixture: AccessFixture): Promise<Sample> {
  const { id } = await product(fixture);
  return { params: { id, product_id: id } };
}

/**
 * Sample calls of the operations that write products, variants and options, always of the store that is
 * called.
 */
export const productSamples = {
  "products.create": () => ({ body: { title: "Sample" } }),
  "products.update": async (fixture: AccessFixture) => ({
    ...(await ownProduct(fixture)),
    body: { note: "sample" },
  }),
  "products.delete": ownProduct,
  "variants.create": async (fixture: AccessFixture) => ({
    ...(await variant(fixture)),
    body: { options: [{ name: "Size", value: "XL" }] },
  }),
  "variants.update": async (fixture: AccessFixture) => ({
    ...(await variant(fixture)),
    body: { sku: "sample" },
  }),
  "variants.delete": variant,
  "options.add": async (fixture: AccessFixture) => ({
    ...(await ownProduct(fixture)),
    body: { option_type: "Size", option_values: ["XL"] },
  }),
  "options.replace": async (fixture: AccessFixture) => ({
    ...(await ownProduct(fixture)),
    body: { variant_options: [{ name: "Size", options: ["S"] }] },
  }),
  "options.remove": async (fixture: AccessFixture) => ({
    ...(await ownProduct(fixture)),
    body: { option_type: "Size", option_value: "L" },
  }),
  "options.rename_type": async (fixture: AccessFixture) => ({
    ...(await ownProduct(fixture)),
    body: { old_option_type: "Size", new_option_type: "Length" },
  }),
  "options.rename_value": async (fixture: AccessFixture) => ({
    ...(await ownProduct(fixture)),
    body: { option_type: "Size", old_option_value: "L", new_option_value: "Large" },
  }),
} as const;
