import { ActionIcon, Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { ProductImage } from "../../products/product-image.tsx";
import { texts } from "../../texts.ts";

interface VariantHeadingProps {
  name: string;
  image: string | undefined;
  /** Called when the delete button is clicked; undefined for the only variant, which cannot be deleted. */
  onDelete?: () => void;
}

/** Show the heading of a variant's row: its image, its name and its delete button. */
export function VariantHeading({ name, image, onDelete }: VariantHeadingProps) {
  return (
    <Group wrap="nowrap" gap="xs" justify="space-between">
      <Group wrap="nowrap" gap="xs">
        {image !== undefined && <ProductImage url={image} size={26} />}
        <span>{name}</span>
      </Group>
      {onDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.productVariants.deleteLabel({ name })}
          onClick={onDelete}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
