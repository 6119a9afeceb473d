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
import type { ProductImage } from "../product-queries.ts";
import { ImageCard } from "./image-card.tsx";
import { PacedKeyboardSensor } from "./paced-keyboard-sensor.ts";
import classes from "./sortable-images.module.css";
import { strings } from "./strings.ts";
import { useImageOrder } from "./use-image-order.ts";

interface SortableImagesProps {
  productId: number;
  /** In their order. */
  images: readonly ProductImage[];
  onEdit: (image: ProductImage) => void;
  onDelete: (image: ProductImage) => void;
}

/** The pictures in their order, which the mouse and the keyboard change. */
export function SortableImages({ productId, images, onEdit, onDelete }: SortableImagesProps) {
  const { ordered, move } = useImageOrder(productId, images);
  const sensors = useSensors(
    // A click on a button of the card is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(PacedKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier) => ordered.findIndex((image) => image.id === id);
  const end = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return;
    const to = placeOf(over.id);
    const next = arrayMove([...ordered], placeOf(active.id), to);
    move(next, { id: Number(active.id), position: to + 1 });
  };
  if (ordered.length === 0) return null;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        announcements: announcements(ordered.length, placeOf),
        screenReaderInstructions: { draggable: strings.drag.how },
      }}
    >
      <SortableContext items={ordered.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className={classes["images"]}>
          {ordered.map((image, at) => (
            <ImageCard
              key={image.id}
              image={image}
              name={strings.name(at + 1, image.title)}
              onEdit={() => onEdit(image)}
              onDelete={() => onDelete(image)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** What is said while a picture is moved with the keyboard. */
function announcements(count: number, placeOf: (id: UniqueIdentifier) => number): Announcements {
  const { drag, number } = strings;
  const nameOf = (id: UniqueIdentifier) => number(placeOf(id) + 1);
  return {
    onDragStart: ({ active }) => drag.start(nameOf(active.id)),
    onDragOver: ({ active, over }) =>
      over ? drag.over(nameOf(active.id), placeOf(over.id) + 1, count) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? drag.end(nameOf(active.id), placeOf(over.id) + 1, count) : drag.cancel(nameOf(active.id)),
    onDragCancel: ({ active }) => drag.cancel(nameOf(active.id)),
  };
}
