import { Stack, Text } from "@mantine/core";
import { maxImages } from "@souk/contract";
import { Section, useFocusFallback } from "@souk/ui";
import { memo, useRef, useState } from "react";
import { useRefreshProducts } from "../../queries-showing-products.ts";
import { texts } from "../../texts.ts";
import type { Product, ProductImage } from "../product-queries.ts";
import { AddImageFromUrl } from "./add-image-from-url.tsx";
import { AltTextDialog } from "./alt-text-dialog.tsx";
import { DeleteImage } from "./delete-image.tsx";
import { ImageDrop } from "./image-drop.tsx";
import { SortableImages } from "./sortable-images.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

/** Show a product's images, with the ways to add, reorder, describe and delete them. */
export const ImagesSection = memo(function ImagesSection({ product }: { product: Product }) {
  const refresh = useRefreshProducts();
  const uploads = useUploads(refresh);
  const [editedImage, setEditedImage] = useState<ProductImage | null>(null);
  const [imageToDelete, setImageToDelete] = useState<ProductImage | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const images = product.images.toSorted((a, b) => a.position - b.position || a.id - b.id);
  // If the focused button disappears with its image, move the focus to the region.
  useFocusFallback(region, images.map(({ id }) => id).join());
  const remainingSlots = maxImages - images.length - uploads.unfinishedCount;
  const add = (files: File[]) => {
    uploads.add(files, remainingSlots);
    void uploads.send(product.id);
  };
  const retry = (id: string) => {
    uploads.retry(id);
    void uploads.send(product.id);
  };
  return (
    <Section title={texts.productImages.title} lead={texts.productImages.lead({ max: maxImages })}>
      <Stack ref={region} tabIndex={-1}>
        <SortableImages
          productId={product.id}
          images={images}
          onEdit={setEditedImage}
          onDelete={setImageToDelete}
        />
        {remainingSlots > 0 ? (
          <>
            <ImageDrop onFiles={add} />
            <AddImageFromUrl productId={product.id} onAdded={refresh} />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.productImages.limitReached({ max: maxImages })}
          </Text>
        )}
        <UploadList uploads={uploads.list} onRetry={retry} onDismiss={uploads.dismiss} />
      </Stack>
      {editedImage && (
        <AltTextDialog
          productId={product.id}
          image={editedImage}
          onDone={refresh}
          onClose={() => setEditedImage(null)}
        />
      )}
      {imageToDelete && (
        <DeleteImage
          productId={product.id}
          image={imageToDelete}
          onDone={refresh}
          onClose={() => setImageToDelete(null)}
        />
      )}
    </Section>
  );
});
