import { createPageAddresses } from "@souk/contract";

export const galleryPages = ["/", "/products", "/form", "/states", "/breaking"] as const;

/** Address a page of the gallery. */
export const toGalleryPage = createPageAddresses<(typeof galleryPages)[number]>();
