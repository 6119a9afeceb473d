import { Type } from "typebox";
import { shortText } from "./common.ts";

/** PRD-3. */
export const mostImages = 9;

/** Pictures by their addresses, which the platform fetches. */
export const newImages = Type.Object({
  images: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        "The https address of a PNG, JPEG, WebP or GIF of at most 20 MiB, on a public host that answers 200 within 10 s " +
        "and redirects nowhere.",
    }),
    { minItems: 1, maxItems: mostImages },
  ),
});

/** Pictures of a product by their ids, as a text. */
export const imageIds = Type.Object({
  image_ids: Type.String({
    pattern: "^ *[1-9][0-9]{0,15} *(, *[1-9][0-9]{0,15} *){0,8}$",
    maxLength: 255,
    description: "One to nine ids with commas between, for example `1,2`.",
  }),
});

export const imageChange = Type.Object({
  title: Type.Optional(shortText),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostImages,
      description: "Its new place; those between move by one. Past the last is the last.",
    }),
  ),
});
