import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon } from "@mantine/core";
import { IconGripVertical, IconPencil, IconTrash } from "@tabler/icons-react";
import { buildImageUrl } from "../../products/image-url.ts";
import { texts } from "../../texts.ts";
import type { ProductImage } from "../product-queries.ts";
import classes from "./sortable-images.module.css";

interface ImageCardProps {
  image: ProductImage;
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The approximate width of a card, in pixels. */
const cardWidth = 240;

/** Show an image with its buttons and a drag handle, which also works with the keyboard. */
export function ImageCard({ image, name, onEdit, onDelete }: ImageCardProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: image.id });
  const buttonProps = { variant: "subtle", color: "gray", size: "md" } as const;
  return (
    <li
      ref={setNodeRef}
      className={classes["card"]}
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <img
        src={buildImageUrl(image.url, cardWidth)}
        alt={image.title === "" ? name : image.title}
        className={classes["image"]}
        width={image.width}
        height={image.height}
        loading="lazy"
        draggable={false}
      />
      <div className={classes["bar"]}>
        <ActionIcon
          {...buttonProps}
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          className={classes["handle"] ?? ""}
          aria-label={texts.productImages.moveLabel({ name })}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon {...buttonProps} aria-label={texts.productImages.edit({ name })} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon {...buttonProps} aria-label={texts.productImages.remove({ name })} onClick={onDelete}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {image.title !== "" && (
        <div className={classes["altText"]} title={image.title}>
          {image.title}
        </div>
      )}
    </li>
  );
}
