import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from "@dnd-kit/sortable";
import { texts } from "../../texts.ts";
import type { ProductImage } from "../product-queries.ts";
import { ImageCard } from "./image-card.tsx";
import { imageName } from "./image-name.ts";
import { PacedKeyboardSensor } from "./paced-keyboard-sensor.ts";
import classes from "./sortable-images.module.css";
import { useImageOrder } from "./use-image-order.ts";

interface SortableImagesProps {
  productId: number;
  /** The images in their order. */
  images: readonly ProductImage[];
  onEdit: (image: ProductImage) => void;
  onDelete: (image: ProductImage) => void;
}

/** Show the images in their order, which can be changed by mouse and keyboard. */
export function SortableImages({ productId, images, onEdit, onDelete }: SortableImagesProps) {
  const { ordered, move } = useImageOrder(productId, images);
  const sensors = useSensors(
    // A click on a button of the card is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(PacedKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const getPosition = (id: UniqueIdentifier) => ordered.findIndex((image) => image.id === id);
  const end = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return;
    const to = getPosition(over.id);
    const next = arrayMove([...ordered], getPosition(active.id), to);
    move(next, { id: Number(active.id), position: to + 1 });
  };
  if (ordered.length === 0) return null;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        announcements: announcements(ordered.length, getPosition),
        screenReaderInstructions: { draggable: texts.productImages.drag.instructions },
      }}
    >
      <SortableContext items={ordered.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className={classes["images"]}>
          {ordered.map((image, index) => (
            <ImageCard
              key={image.id}
              image={image}
              name={imageName(index + 1, image.title)}
              onEdit={() => onEdit(image)}
              onDelete={() => onDelete(image)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** Return the announcements for moving an image with the keyboard. */
function announcements(count: number, getPosition: (id: UniqueIdentifier) => number): Announcements {
  const { drag, number } = texts.productImages;
  const getImageLabel = (id: UniqueIdentifier) => number({ at: getPosition(id) + 1 });
  return {
    onDragStart: ({ active }) => drag.start({ name: getImageLabel(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? drag.over({ name: getImageLabel(active.id), at: getPosition(over.id) + 1, of: count })
        : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? drag.end({ name: getImageLabel(active.id), at: getPosition(over.id) + 1, of: count })
        : drag.cancel({ name: getImageLabel(active.id) }),
    onDragCancel: ({ active }) => drag.cancel({ name: getImageLabel(active.id) }),
  };
}
