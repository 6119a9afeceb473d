import { ConfirmDialog, formatNumber, useAdminConsole } from "@souk/ui";
import { staleWithProducts } from "../../stale.ts";
import { texts } from "../../texts.ts";
import type { Product, Variant } from "../product-queries.ts";
import { variantName } from "../variant-name.ts";

interface DeleteVariantProps {
  opened: boolean;
  product: Product;
  variant: Variant;
  onClose: () => void;
}

/** Show the dialog that deletes one variant, after warning what is lost. */
export function DeleteVariant({ opened, product, variant, onClose }: DeleteVariantProps) {
  const admin = useAdminConsole();
  const words = texts.productVariants.delete;
  const name = variantName(variant, product);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.title({ name })}
      confirm={words.confirm}
      danger
      done={words.done({ name })}
      onConfirm={() => admin.variants.delete({ params: { product_id: product.id, id: variant.id } })}
      refresh={staleWithProducts}
    >
      {words.text({ units: formatNumber(variant.inventory_quantity) })}
    </ConfirmDialog>
  );
}
