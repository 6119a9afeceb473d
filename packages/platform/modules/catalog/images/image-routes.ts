import { operations } from "@souk/contract";
import type { FactRegistry } from "../../../events/facts.ts";
import { preparedWrite, type Route, read, write } from "../../../routing/route.ts";
import { createImages, prepareCreation } from "./create-images.ts";
import { deleteImages } from "./delete-images.ts";
import { countImages, getImage, listImages } from "./list-images.ts";
import type { PictureIntake } from "./picture-intake.ts";
import { updateImage } from "./update-image.ts";

/** What the operations of pictures need. */
export interface ImagesWiring {
  facts: FactRegistry;
  intake: PictureIntake;
  /** Where pictures are served, without a path. */
  origin: string;
}

/** The operations of a product's pictures. */
export function imageRoutes(wiring: ImagesWiring): Route[] {
  const { facts, intake, origin } = wiring;
  return [
    preparedWrite(
      operations.createImages,
      (database, call) => prepareCreation(intake, database, call),
      (tx, call, images) => createImages(wiring, tx, { call, images }),
    ),
    read(operations.listImages, (database, call) => listImages(origin, database, call)),
    read(operations.countImages, countImages),
    read(operations.getImage, (database, call) => getImage(origin, database, call)),
    write(operations.updateImage, (tx, call) => updateImage(wiring, tx, call)),
    write(operations.deleteImages, (tx, call) => deleteImages(facts, tx, call)),
  ];
}
