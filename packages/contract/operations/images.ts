import { Type } from "typebox";
import {
  countImagesExample,
  createImagesExample,
  deleteImagesExample,
  getImageExample,
  listImagesExample,
  updateImageExample,
} from "../examples/image.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, id } from "../schemas/common.ts";
import { imageIds, imageUpdate, newImages } from "../schemas/image.ts";
import { image } from "../schemas/product.ts";

const productParams = Type.Object({ product_id: id });
const imageParams = Type.Object({ product_id: id, id });

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
} as const;

const readOperation = {
  surface: "3.0",
  auth: "token",
  scopes: [["read_products"]],
  rights: [["products.view"]],
  definedBy: "souk",
} as const;
const writeOperation = {
  surface: "3.0",
  auth: "token",
  scopes: [["write_products"]],
  rights: [["products.edit"]],
  definedBy: "souk",
  topics: ["product/update"],
} as const;

export const imageOperations = {
  createImages: defineOperation({
    ...writeOperation,
    id: "images.create",
    method: "POST",
    path: "/products/:product_id/images.json",
    params: productParams,
    query: {
      title: { kind: "text", maxLength: 255, description: "Title of the uploaded image." },
    },
    body: newImages,
    upload: { types: ["image/png", "image/jpeg", "image/webp", "image/gif"], maxBytes: 20 * 1024 * 1024 },
    response: Type.Object({ images: Type.Array(image) }),
    errors: ["not_found", "invalid", "quota_exceeded"],
    summary: "Add images",
    description:
      "Send image URLs as JSON, or upload one image as the request body with its own content type. Adds all images " +
      "or none, after the existing images. A product can have at most 9 images. Accepts PNG, JPEG, WebP and GIF; the " +
      "format is detected from the content. An image can have at most 50 megapixels (an animation 100 megapixels in " +
      "total). Images are rotated upright and their metadata is removed. The URL of an image never changes. To get a " +
      "smaller WebP image, add `?width=160`, `480`, `960` or `1600` to the URL: its maximum width in pixels.",
    clauses: ["PRD-3"],
    example: createImagesExample,
  }),

  listImages: defineOperation({
    ...readOperation,
    id: "images.list",
    method: "GET",
    path: "/products/:product_id/images.json",
    params: productParams,
    query: {
      ...listParameters,
      since_id: filters.since_id,
      sort: { kind: "sort", by: ["id", "position", "updated_at", "created_at"], default: "id.asc" },
    },
    response: createListSchema("images", image),
    errors: ["not_found", "invalid"],
    summary: "List the images of a product",
    clauses: ["PRD-3", "LST-1"],
    example: listImagesExample,
  }),

  countImages: defineOperation({
    ...readOperation,
    id: "images.count",
    method: "GET",
    path: "/products/:product_id/images/count.json",
    params: productParams,
    query: filters,
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count the images of a product",
    clauses: [],
    example: countImagesExample,
  }),

  getImage: defineOperation({
    ...readOperation,
    id: "images.get",
    method: "GET",
    path: "/products/:product_id/images/:id.json",
    params: imageParams,
    query: { fields: listParameters.fields },
    response: Type.Object({ image }),
    errors: ["not_found"],
    summary: "Get an image",
    clauses: [],
    example: getImageExample,
  }),

  updateImage: defineOperation({
    ...writeOperation,
    id: "images.update",
    method: "PUT",
    path: "/products/:product_id/images/:id.json",
    params: imageParams,
    query: {},
    body: imageUpdate,
    wrapper: "image",
    response: Type.Object({ image }),
    errors: ["not_found", "invalid"],
    summary: "Update an image",
    description:
      "Updates the title or position. The image at position 1 is the product's main image (`image_url`).",
    clauses: [],
    example: updateImageExample,
  }),

  deleteImages: defineOperation({
    ...writeOperation,
    id: "images.delete",
    method: "DELETE",
    path: "/products/:product_id/images.json",
    params: productParams,
    query: {},
    body: imageIds,
    response: emptyObject,
    errors: ["not_found", "invalid"],
    summary: "Delete images",
    description:
      "Deletes all of the images or none. The `image_id` of variants that used a deleted image becomes 0.",
    clauses: ["PRD-4"],
    example: deleteImagesExample,
  }),
} as const;
