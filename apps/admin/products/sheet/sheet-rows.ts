import type { OperationResponse, operations } from "@souk/contract";

type Product = OperationResponse<typeof operations.getProduct>["product"];

/** A product of the sheet. */
export type SheetProduct = Pick<Product, "id" | "title" | "variants">;

/** A variant with the product it belongs to. */
export type SheetVariant = Product["variants"][number] & { productTitle: string };

/** Return a row for each variant, product after product. */
export function sheetRows(products: readonly SheetProduct[]): SheetVariant[] {
  return products.flatMap(({ title, variants }) =>
    variants.map((variant) => ({ ...variant, productTitle: title })),
  );
}

/** Return a row's name: its product and variant. */
export function rowName({ productTitle, name }: SheetVariant): string {
  return name === null || name === "" ? productTitle : `${productTitle}, ${name}`;
}
