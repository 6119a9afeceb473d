import { Stack } from "@mantine/core";
import { mostImages } from "@souk/contract";
import { Section } from "@souk/ui";
import { ImageDrop } from "../images/image-drop.tsx";
import { UploadList } from "../images/upload-list.tsx";
import type { Uploads } from "../images/use-uploads.ts";
import { strings } from "./strings.ts";

/** The pictures of a product that is not made yet: they wait, and are sent once it is. */
export function NewImages({ uploads }: { uploads: Uploads }) {
  const room = mostImages - uploads.count;
  return (
    <Section title={strings.picture} lead={strings.pictureLead(mostImages)}>
      <Stack>
        <ImageDrop disabled={room <= 0} onFiles={(files) => uploads.add(files, room)} />
        <UploadList uploads={uploads.list} onRetry={uploads.retry} onForget={uploads.forget} />
      </Stack>
    </Section>
  );
}
