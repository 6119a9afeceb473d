import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type Product = OperationResponse<typeof operations.getProduct>["product"];
export type Variant = Product["variants"][number];
export type ProductImage = Product["images"][number];
export type OptionType = Product["variant_types"][number];
export type OptionValue = Product["variant_options"][number];

export const productKey = (id: number) => ["product", id] as const;

/** Load a product by id. */
export function useProduct(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: productKey(id),
    queryFn: ({ signal }) => admin.products.get({ params: { id }, signal }),
  });
}
