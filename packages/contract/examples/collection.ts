import type { Example } from "../operation.ts";
import { collectionFields } from "../schemas/collection-fields.ts";
import { getExampleValues } from "../schemas/field-table.ts";
import { buildListResponse } from "./list.ts";

const timestamps = {
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const collection = {
  id: 1,
  title: "Gifts under RM 50",
  ...getExampleValues(collectionFields),
  products_count: 1,
  ...timestamps,
};

export const createCollectionExample: Example = {
  body: {
    collection: {
      title: "Gifts under RM 50",
      description: "Small things that please.",
      body_html: "<p>Small things that please.</p>",
      image_url: "https://pictures.your-company.com/gifts.jpg",
    },
  },
  response: { collection: { ...collection, products_count: 0 } },
};

export const listCollectionsExample: Example = {
  query: { sort: "position.asc", is_published: "true" },
  response: buildListResponse("collections", collection),
};

export const countCollectionsExample: Example = { query: { parent_id: "0" }, response: { count: 1 } };

export const getCollectionExample: Example = { params: { id: 1 }, response: { collection } };

export const updateCollectionExample: Example = {
  params: { id: 1 },
  body: { collection: { title: "Gifts", is_published: true } },
  response: { collection: { ...collection, title: "Gifts" } },
};

export const deleteCollectionExample: Example = { params: { id: 2 }, response: {} };

const collect = { id: 1, product_id: 1, collection_id: 1, position: 1, ...timestamps };

export const createCollectExample: Example = {
  body: { collect: { product_id: 1, collection_id: 1 } },
  response: { collect },
};

export const listCollectsExample: Example = {
  query: { collection_id: "1", sort: "position.asc" },
  response: buildListResponse("collects", collect),
};

export const countCollectsExample: Example = { query: { product_id: "1" }, response: { count: 1 } };

export const getCollectExample: Example = { params: { id: 1 }, response: { collect } };

export const updateCollectExample: Example = {
  params: { id: 1 },
  body: { collect: { position: 1 } },
  response: { collect },
};

export const deleteCollectExample: Example = { params: { id: 1 }, response: {} };
