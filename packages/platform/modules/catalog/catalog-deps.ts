import type { RandomText } from "../../runtime/random.ts";
import type { ImageIntake } from "./images/image-intake.ts";
import type { ProductSnapshots } from "./product-snapshots.ts";

/** What the catalog needs from the platform. */
export interface CatalogDeps {
  snapshots: ProductSnapshots;
  /** The origin of image URLs: scheme, host and port, without a path. */
  filesOrigin: string;
  /** Creates random text. A handle ends with such a text if all handles made from the title are taken. */
  random: RandomText;
  /** The resources for fetching, processing and storing images. */
  intake: ImageIntake;
}
