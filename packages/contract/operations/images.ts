import { Type } from "typebox";
import {
  countImagesExample,
  createImagesExample,
  deleteImagesExample,
  getImageExample,
  listImagesExample,
  updateImageExample,
} from "../examples/image.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, id, nothing } from "../schemas/common.ts";
import { imageChange, imageIds, newImages } from "../schemas/image.ts";
import { image } from "../schemas/product.ts";

const ofProduct = Type.Object({ product_id: id });
const ofImage = Type.Object({ product_id: id, id });

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
} as const;

const read = { surface: "3.0", caller: "token", scopes: [["read_products"]], badge: "decided" } as const;
const write = {
  surface: "3.0",
  caller: "token",
  scopes: [["write_products"]],
  badge: "decided",
  topics: ["product/update"],
} as const;

export const imageOperations = {
  createImages: operation({
    ...write,
    id: "images.create",
    method: "POST",
    path: "/products/:product_id/images.json",
    params: ofProduct,
    query: {
      title: { kind: "text", maxLength: 255, description: "The title of the picture that is uploaded." },
    },
    body: newImages,
    upload: { types: ["image/png", "image/jpeg", "image/webp", "image/gif"], maxBytes: 20 * 1024 * 1024 },
    answer: Type.Object({ images: Type.Array(image) }),
    refusals: ["not_found", "invalid"],
    summary: "Add pictures to a product",
    description:
      "By their addresses as JSON, or one picture as the body itself with its own content type. All are added or none, behind " +
      "those that are there; a product has at most 9. What counts is what is in a file, not what it is called: a PNG, JPEG, " +
      "WebP or GIF of at most 50 megapixels, 100 over all frames of an animation. It is turned upright, and everything in it " +
      "but the picture is left out. A picture keeps its address; with `?width=160`, `480`, `960` or `1600` that address gives " +
      "it as WebP, at most so many pixels wide.",
    clauses: ["PRD-3"],
    example: createImagesExample,
  }),

  listImages: operation({
    ...read,
    id: "images.list",
    method: "GET",
    path: "/products/:product_id/images.json",
    params: ofProduct,
    query: {
      ...listParameters,
      since_id: filters.since_id,
      sort: { kind: "sort", by: ["id", "position", "updated_at", "created_at"], default: "id.asc" },
    },
    answer: listOf("images", image),
    refusals: ["not_found", "invalid"],
    summary: "List the pictures of a product",
    clauses: ["PRD-3", "LST-1"],
    example: listImagesExample,
  }),

  countImages: operation({
    ...read,
    id: "images.count",
    method: "GET",
    path: "/products/:product_id/images/count.json",
    params: ofProduct,
    query: filters,
    answer: countAnswer,
    refusals: ["not_found", "invalid"],
    summary: "Count the pictures of a product",
    clauses: [],
    example: countImagesExample,
  }),

  getImage: operation({
    ...read,
    id: "images.get",
    method: "GET",
    path: "/products/:product_id/images/:id.json",
    params: ofImage,
    query: { fields: listParameters.fields },
    answer: Type.Object({ image }),
    refusals: ["not_found"],
    summary: "Get a picture",
    clauses: [],
    example: getImageExample,
  }),

  updateImage: operation({
    ...write,
    id: "images.update",
    method: "PUT",
    path: "/products/:product_id/images/:id.json",
    params: ofImage,
    query: {},
    body: imageChange,
    wrapper: "image",
    answer: Type.Object({ image }),
    refusals: ["not_found", "invalid"],
    summary: "Change a picture's title and place",
    description: "The first picture of a product is the one that lists show.",
    clauses: [],
    example: updateImageExample,
  }),

  deleteImages: operation({
    ...write,
    id: "images.delete",
    method: "DELETE",
    path: "/products/:product_id/images.json",
    params: ofProduct,
    query: {},
    body: imageIds,
    answer: nothing,
    refusals: ["not_found", "invalid"],
    summary: "Delete pictures of a product",
    description:
      "All of them or none. A variant that showed one of them shows none: its `image_id` becomes 0.",
    clauses: ["PRD-4"],
    example: deleteImagesExample,
  }),
} as const;
