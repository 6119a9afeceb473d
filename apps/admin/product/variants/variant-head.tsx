import { ActionIcon, Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { ProductPicture } from "../../products/product-picture.tsx";
import { strings } from "./strings.ts";

interface VariantHeadProps {
  name: string;
  picture: string | undefined;
  /** Absent for the last variant, which cannot be deleted. */
  onDelete?: () => void;
}

/** The head of a variant's row: its picture, its name, and the way to delete it. */
export function VariantHead({ name, picture, onDelete }: VariantHeadProps) {
  return (
    <Group wrap="nowrap" gap="xs" justify="space-between">
      <Group wrap="nowrap" gap="xs">
        {picture !== undefined && <ProductPicture url={picture} size={26} />}
        <span>{name}</span>
      </Group>
      {onDelete && (
        <ActionIcon variant="subtle" color="gray" aria-label={strings.removeOne(name)} onClick={onDelete}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
