import type { Ground } from "./access-callers.ts";

interface Made {
  id: number;
  variants: { id: number }[];
}

interface Sample {
  params: { id: number; product_id: number };
}

/** A product in three sizes, made for one call. */
async function product({ testing, shop, tokens }: Ground): Promise<Made> {
  const url = `${shop.origin}/api/3.0/products.json`;
  const json = { title: "Sample", variant_options: [{ name: "Size", options: ["S", "M", "L"] }] };
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json<{ product: Made }>().product;
}

/** A variant of it; the product's own id where that is what the path names. */
async function variant(ground: Ground): Promise<Sample> {
  const { id, variants } = await product(ground);
  return { params: { product_id: id, id: variants[0]?.id ?? 0 } };
}

async function ownProduct(ground: Ground): Promise<Sample> {
  const { id } = await product(ground);
  return { params: { id, product_id: id } };
}

/** How products, variants and options are written, always those of the shop that is called. */
export const productSamples = {
  "products.create": () => ({ body: { title: "Sample" } }),
  "products.update": async (ground: Ground) => ({ ...(await ownProduct(ground)), body: { note: "sample" } }),
  "products.delete": ownProduct,
  "variants.create": async (ground: Ground) => ({
    ...(await variant(ground)),
    body: { options: [{ name: "Size", value: "XL" }] },
  }),
  "variants.update": async (ground: Ground) => ({ ...(await variant(ground)), body: { sku: "sample" } }),
  "variants.delete": variant,
  "options.add": async (ground: Ground) => ({
    ...(await ownProduct(ground)),
    body: { option_type: "Size", option_values: ["XL"] },
  }),
  "options.replace": async (ground: Ground) => ({
    ...(await ownProduct(ground)),
    body: { variant_options: [{ name: "Size", options: ["S"] }] },
  }),
  "options.remove": async (ground: Ground) => ({
    ...(await ownProduct(ground)),
    body: { option_type: "Size", option_value: "L" },
  }),
  "options.rename_type": async (ground: Ground) => ({
    ...(await ownProduct(ground)),
    body: { old_option_type: "Size", new_option_type: "Length" },
  }),
  "options.rename_value": async (ground: Ground) => ({
    ...(await ownProduct(ground)),
    body: { option_type: "Size", old_option_value: "L", new_option_value: "Large" },
  }),
} as const;
