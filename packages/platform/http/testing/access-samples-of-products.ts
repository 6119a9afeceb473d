import type { AccessFixture } from "./access-fixture.ts";

interface CreatedProduct {
  id: number;
  variants: { id: number }[];
}

interface ProductSample {
  params: { id: number; product_id: number };
}

/** Create a product in three sizes. Each sample call gets a product of its own. */
async function createProduct({ testPlatform, store, tokens }: AccessFixture): Promise<CreatedProduct> {
  const url = `${store.origin}/api/3.0/products.json`;
  const json = { title: "Sample", variant_options: [{ name: "Size", options: ["S", "M", "L"] }] };
  const response = await testPlatform.request(url, { method: "POST", token: tokens.full, json });
  if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
  return response.json<{ product: CreatedProduct }>().product;
}

/** Create a product and return the parameters of its first variant. */
async function createVariantSample(fixture: AccessFixture): Promise<ProductSample> {
  const { id, variants } = await createProduct(fixture);
  return { params: { product_id: id, id: variants[0]?.id ?? 0 } };
}

async function createProductSample(fixture: AccessFixture): Promise<ProductSample> {
  const { id } = await createProduct(fixture);
  return { params: { id, product_id: id } };
}

/**
 * Sample calls of the operations that change products, variants and options, always with ids of the store
 * that is called.
 */
export const productSamples = {
  "products.create": () => ({ body: { title: "Sample" } }),
  "products.update": async (fixture: AccessFixture) => ({
    ...(await createProductSample(fixture)),
    body: { note: "sample" },
  }),
  "products.delete": createProductSample,
  "variants.create": async (fixture: AccessFixture) => ({
    ...(await createVariantSample(fixture)),
    body: { options: [{ name: "Size", value: "XL" }] },
  }),
  "variants.update": async (fixture: AccessFixture) => ({
    ...(await createVariantSample(fixture)),
    body: { sku: "sample" },
  }),
  "variants.delete": createVariantSample,
  "options.add": async (fixture: AccessFixture) => ({
    ...(await createProductSample(fixture)),
    body: { option_type: "Size", option_values: ["XL"] },
  }),
  "options.replace": async (fixture: AccessFixture) => ({
    ...(await createProductSample(fixture)),
    body: { variant_options: [{ name: "Size", options: ["S"] }] },
  }),
  "options.remove": async (fixture: AccessFixture) => ({
    ...(await createProductSample(fixture)),
    body: { option_type: "Size", option_value: "L" },
  }),
  "options.rename_type": async (fixture: AccessFixture) => ({
    ...(await createProductSample(fixture)),
    body: { old_option_type: "Size", new_option_type: "Length" },
  }),
  "options.rename_value": async (fixture: AccessFixture) => ({
    ...(await createProductSample(fixture)),
    body: { option_type: "Size", old_option_value: "L", new_option_value: "Large" },
  }),
} as const;
