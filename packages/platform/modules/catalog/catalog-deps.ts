import type { RandomText } from "../../runtime/random.ts";
import type { ImageIntake } from "./images/image-intake.ts";
import type { ProductDocuments } from "./product-documents.ts";

/** What the catalog needs from the platform. */
export interface CatalogDeps {
  documents: ProductDocuments;
  /** Where images are served, without a path. */
  filesOrigin: string;
  /** For the end of a handle when all nicer ones are taken. */
  random: RandomText;
  /** Fetches and stores images. */
  intake: ImageIntake;
}
