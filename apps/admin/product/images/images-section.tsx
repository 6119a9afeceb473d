import { Stack, Text } from "@mantine/core";
import { maxImages } from "@souk/contract";
import { Section, useKeptFocus } from "@souk/ui";
import { memo, useRef, useState } from "react";
import { useRefreshProducts } from "../../stale.ts";
import { texts } from "../../texts.ts";
import type { Product, ProductImage } from "../product-queries.ts";
import { AddByAddress } from "./add-by-address.tsx";
import { DeleteImage } from "./delete-image.tsx";
import { ImageDrop } from "./image-drop.tsx";
import { ImageWords } from "./image-words.tsx";
import { SortableImages } from "./sortable-images.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

/** The section of a product's images: adding, sorting, describing and deleting them. */
export const ImagesSection = memo(function ImagesSection({ product }: { product: Product }) {
  const refresh = useRefreshProducts();
  const uploads = useUploads(refresh);
  const [edited, setEdited] = useState<ProductImage | null>(null);
  const [deleted, setDeleted] = useState<ProductImage | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const images = product.images.toSorted((a, b) => a.position - b.position || a.id - b.id);
  useKeptFocus(region, images.map(({ id }) => id).join());
  const room = maxImages - images.length - uploads.count;
  const add = (files: File[]) => {
    uploads.add(files, room);
    void uploads.send(product.id);
  };
  const retry = (id: string) => {
    uploads.retry(id);
    void uploads.send(product.id);
  };
  return (
    <Section title={texts.productImages.title} lead={texts.productImages.lead({ max: maxImages })}>
      <Stack ref={region} tabIndex={-1}>
        <SortableImages productId={product.id} images={images} onEdit={setEdited} onDelete={setDeleted} />
        {room > 0 ? (
          <>
            <ImageDrop onFiles={add} />
            <AddByAddress productId={product.id} onAdded={refresh} />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.productImages.limitReached({ max: maxImages })}
          </Text>
        )}
        <UploadList uploads={uploads.list} onRetry={retry} onForget={uploads.forget} />
      </Stack>
      {edited && (
        <ImageWords productId={product.id} image={edited} onDone={refresh} onClose={() => setEdited(null)} />
      )}
      {deleted && (
        <DeleteImage
          productId={product.id}
          image={deleted}
          onDone={refresh}
          onClose={() => setDeleted(null)}
        />
      )}
    </Section>
  );
});
