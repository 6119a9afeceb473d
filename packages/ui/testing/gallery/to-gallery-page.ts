import { createPageUrlBuilder } from "@souk/contract";

/** The paths of the gallery's pages. */
export const galleryPages = ["/", "/products", "/form", "/states", "/breaking"] as const;

/** Build the URL of a page of the gallery. */
export const toGalleryPage = createPageUrlBuilder<(typeof galleryPages)[number]>();
