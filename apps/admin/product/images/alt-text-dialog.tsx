import { operations } from "@souk/contract";
import { Dialog, SchemaForm, useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { ProductImage } from "../product-queries.ts";

interface AltTextDialogProps {
  productId: number;
  image: ProductImage;
  onDone: () => unknown;
  onClose: () => void;
}

/** Show the dialog that edits an image's alt text. */
export function AltTextDialog({ productId, image, onDone, onClose }: AltTextDialogProps) {
  const admin = useAdminConsole();
  const { title, label, help, save, saved } = texts.productImages.altText;
  return (
    <Dialog opened onClose={onClose} title={title}>
      <SchemaForm
        operation={operations.updateImage}
        words={{ title: { label, help } }}
        initial={image}
        submit={save}
        done={saved}
        onSubmit={(body) => admin.images.update({ params: { product_id: productId, id: image.id }, body })}
        onDone={() => {
          onDone();
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
