import { ConfirmDialog, useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { ProductImage } from "../product-queries.ts";

interface DeleteImageProps {
  productId: number;
  image: ProductImage;
  onDone: () => unknown;
  onClose: () => void;
}

/** Show the dialog that deletes an image after a confirmation. */
export function DeleteImage({ productId, image, onDone, onClose }: DeleteImageProps) {
  const admin = useAdminConsole();
  const { title, text, confirm, done } = texts.productImages.delete;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirm={confirm}
      danger
      done={done}
      onConfirm={() =>
        admin.images.delete({ params: { product_id: productId }, body: { image_ids: String(image.id) } })
      }
      onDone={() => void onDone()}
    >
      {text}
    </ConfirmDialog>
  );
}
