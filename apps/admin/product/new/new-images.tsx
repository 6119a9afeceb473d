import { Stack } from "@mantine/core";
import { maxImages } from "@souk/contract";
import { Section } from "@souk/ui";
import { texts } from "../../texts.ts";
import { ImageDrop } from "../images/image-drop.tsx";
import { UploadList } from "../images/upload-list.tsx";
import type { Uploads } from "../images/use-uploads.ts";

/** Show the images of a product that is not created yet: they are uploaded once it is. */
export function NewImages({ uploads }: { uploads: Uploads }) {
  const room = maxImages - uploads.count;
  return (
    <Section title={texts.productNew.image} lead={texts.productNew.imageLead({ max: maxImages })}>
      <Stack>
        <ImageDrop disabled={room <= 0} onFiles={(files) => uploads.add(files, room)} />
        <UploadList uploads={uploads.list} onRetry={uploads.retry} onForget={uploads.forget} />
      </Stack>
    </Section>
  );
}
