import { Image, ThemeIcon } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { pictureUrl } from "./picture-url.ts";

/**
 * A small picture beside a title that says what it shows.
 * @param size in pixels
 */
export function ProductPicture({ url, size }: { url: string | null; size: number }) {
  if (url === null || url === "")
    return (
      <ThemeIcon variant="light" color="gray" size={size}>
        <IconPhoto size={size / 2} aria-hidden />
      </ThemeIcon>
    );
  return (
    <Image
      src={pictureUrl(url, size)}
      alt=""
      w={size}
      h={size}
      fit="cover"
      radius="sm"
      loading="lazy"
      flex="none"
    />
  );
}
