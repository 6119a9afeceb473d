import { createPageUrlBuilder } from "@souk/contract";

export const galleryPages = ["/", "/products", "/form", "/states", "/breaking"] as const;

/** Address a page of the gallery. */
export const toGalleryPage = createPageUrlBuilder<(typeof galleryPages)[number]>();
