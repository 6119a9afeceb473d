import { Type } from "typebox";
import { shortText } from "./common.ts";

/** Maximum images of a product (PRD-3). */
export const maxImages = 9;

/** URLs of new images. The platform downloads them. */
export const newImages = Type.Object({
  images: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        "HTTPS URL of a PNG, JPEG, WebP or GIF of at most 20 MiB. Its host must be public and return the image with " +
        "status 200 within 10 seconds, without a redirect.",
    }),
    { minItems: 1, maxItems: maxImages },
  ),
});

/** Ids of a product's images, in one string. */
export const imageIds = Type.Object({
  image_ids: Type.String({
    pattern: "^ *[1-9][0-9]{0,15} *(, *[1-9][0-9]{0,15} *){0,8}$",
    maxLength: 255,
    description: "One to nine ids separated by commas, for example `1,2`.",
  }),
});

export const imageUpdate = Type.Object({
  title: Type.Optional({ ...shortText, description: "Title of the image." }),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxImages,
      description:
        "New position. Images between the old and the new position shift by one. If it is greater than the number of " +
        "images, the image is moved to the end.",
    }),
  ),
});
