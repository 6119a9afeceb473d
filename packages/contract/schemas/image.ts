import { Type } from "typebox";
import { shortText } from "./common.ts";

/** Maximum images of a product (PRD-3). */
export const maxImages = 9;

/** Image URLs, which the platform fetches. */
export const newImages = Type.Object({
  images: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        "HTTPS URL of a PNG, JPEG, WebP or GIF of at most 20 MiB, on a public host that returns 200 within 10 " +
        "seconds without a redirect.",
    }),
    { minItems: 1, maxItems: maxImages },
  ),
});

/** Ids of a product's images, as text. */
export const imageIds = Type.Object({
  image_ids: Type.String({
    pattern: "^ *[1-9][0-9]{0,15} *(, *[1-9][0-9]{0,15} *){0,8}$",
    maxLength: 255,
    description: "One to nine ids separated by commas, for example `1,2`.",
  }),
});

export const imageChange = Type.Object({
  title: Type.Optional({ ...shortText, description: "Title of the image." }),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxImages,
      description:
        "New position; images between the old and the new position shift by one. A position past the last means last.",
    }),
  ),
});
