import { ConfirmDialog, formatNumber, useAdminConsole } from "@souk/ui";
import { queriesShowingProducts } from "../../queries-showing-products.ts";
import { texts } from "../../texts.ts";
import type { Product, Variant } from "../product-queries.ts";
import { getVariantName } from "../variant-name.ts";

interface DeleteVariantProps {
  opened: boolean;
  product: Product;
  variant: Variant;
  onClose: () => void;
}

/** Show the dialog that deletes a variant after a confirmation. */
export function DeleteVariant({ opened, product, variant, onClose }: DeleteVariantProps) {
  const admin = useAdminConsole();
  const words = texts.productVariants.delete;
  const name = getVariantName(variant, product);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.title({ name })}
      confirm={words.confirm}
      danger
      done={words.done({ name })}
      onConfirm={() => admin.variants.delete({ params: { product_id: product.id, id: variant.id } })}
      refresh={queriesShowingProducts}
    >
      {words.text({ units: formatNumber(variant.inventory_quantity) })}
    </ConfirmDialog>
  );
}
