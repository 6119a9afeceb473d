import type { OperationResponse, operations } from "@souk/contract";

type Product = OperationResponse<typeof operations.getProduct>["product"];

/** A product whose variants the sheet contains. */
export type SheetProduct = Pick<Product, "id" | "title" | "variants">;

/** A variant with the title of its product. */
export type SheetVariant = Product["variants"][number] & { productTitle: string };

/** Build a row for each variant, grouped by product. */
export function buildSheetRows(products: readonly SheetProduct[]): SheetVariant[] {
  return products.flatMap(({ title, variants }) =>
    variants.map((variant) => ({ ...variant, productTitle: title })),
  );
}

/** Return a row's name: the product's title, followed by the variant's name if it has one. */
export function getRowName({ productTitle, name }: SheetVariant): string {
  return name === null || name === "" ? productTitle : `${productTitle}, ${name}`;
}
