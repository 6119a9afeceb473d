import { ActionIcon, Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { ProductImage } from "../../products/product-image.tsx";
import { texts } from "../../texts.ts";

interface VariantHeadProps {
  name: string;
  image: string | undefined;
  /** The delete handler; absent for the last variant, which cannot be deleted. */
  onDelete?: () => void;
}

/** Show the head of a variant's row: its image, its name, and its delete button. */
export function VariantHead({ name, image, onDelete }: VariantHeadProps) {
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
