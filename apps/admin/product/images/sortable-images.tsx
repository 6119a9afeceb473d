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
import { formatImageName } from "./image-name.ts";
import { QueuedKeyboardSensor } from "./queued-keyboard-sensor.ts";
import classes from "./sortable-images.module.css";
import { useImageOrder } from "./use-image-order.ts";

interface SortableImagesProps {
  productId: number;
  /** The images, ordered by position. */
  images: readonly ProductImage[];
  onEdit: (image: ProductImage) => void;
  onDelete: (image: ProductImage) => void;
}

/** Show the images in an order that can be changed by mouse and keyboard. */
export function SortableImages({ productId, images, onEdit, onDelete }: SortableImagesProps) {
  const { orderedImages, move } = useImageOrder(productId, images);
  const sensors = useSensors(
    // A drag starts only after some movement, so that a click on a button of the card isn't a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(QueuedKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const getIndex = (id: UniqueIdentifier) => orderedImages.findIndex((image) => image.id === id);
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return;
    const newIndex = getIndex(over.id);
    const reorderedImages = arrayMove([...orderedImages], getIndex(active.id), newIndex);
    move(reorderedImages, { id: Number(active.id), position: newIndex + 1 });
  };
  if (orderedImages.length === 0) return null;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDragEnd}
      accessibility={{
        announcements: buildAnnouncements(orderedImages.length, getIndex),
        screenReaderInstructions: { draggable: texts.productImages.drag.instructions },
      }}
    >
      <SortableContext items={orderedImages.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className={classes["images"]}>
          {orderedImages.map((image, index) => (
            <ImageCard
              key={image.id}
              image={image}
              name={formatImageName(index + 1, image.title)}
              onEdit={() => onEdit(image)}
              onDelete={() => onDelete(image)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** Build the screen reader announcements for moving an image. */
function buildAnnouncements(total: number, getIndex: (id: UniqueIdentifier) => number): Announcements {
  const { drag, number } = texts.productImages;
  const getImageLabel = (id: UniqueIdentifier) => number({ position: getIndex(id) + 1 });
  return {
    onDragStart: ({ active }) => drag.start({ name: getImageLabel(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? drag.over({ name: getImageLabel(active.id), position: getIndex(over.id) + 1, total })
        : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? drag.end({ name: getImageLabel(active.id), position: getIndex(over.id) + 1, total })
        : drag.cancel({ name: getImageLabel(active.id) }),
    onDragCancel: ({ active }) => drag.cancel({ name: getImageLabel(active.id) }),
  };
}
