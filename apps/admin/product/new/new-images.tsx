import { Stack } from "@mantine/core";
import { maxImages } from "@souk/contract";
import { Section } from "@souk/ui";
import { texts } from "../../texts.ts";
import { ImageDrop } from "../images/image-drop.tsx";
import { UploadList } from "../images/upload-list.tsx";
import type { Uploads } from "../images/use-uploads.ts";

/** Show the images of a new product, which are uploaded after the product is created. */
export function NewImages({ uploads }: { uploads: Uploads }) {
  const remainingSlots = maxImages - uploads.unfinishedCount;
  return (
    <Section title={texts.productNew.image} lead={texts.productNew.imageLead({ max: maxImages })}>
      <Stack>
        <ImageDrop disabled={remainingSlots <= 0} onFiles={(files) => uploads.add(files, remainingSlots)} />
        <UploadList uploads={uploads.list} onRetry={uploads.retry} onDismiss={uploads.dismiss} />
      </Stack>
    </Section>
  );
}
