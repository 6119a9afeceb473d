import { Image, ThemeIcon } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { buildImageUrl } from "./image-url.ts";

/**
 * Show a product's image without alt text, because its title is next to it; without an image, show a placeholder.
 * @param size the width and height in CSS pixels
 */
export function ProductImage({ url, size }: { url: string | null; size: number }) {
  if (url === null || url === "")
    return (
      <ThemeIcon variant="light" color="gray" size={size}>
        <IconPhoto size={size / 2} aria-hidden />
      </ThemeIcon>
    );
  return (
    <Image
      src={buildImageUrl(url, size)}
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
