import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const image = {
  id: 1,
  product_id: 2,
  url: "https://files.souk.example/products/1/5vQpZ0tYkM3xW8nRb2LcJ7dHs4Gf6aUe.png",
  title: "Seen from above",
  position: 1,
  width: 1200,
  height: 900,
  created_at: "2026-11-21T10:20:08.412+08:00",
  updated_at: "2026-11-21T10:20:08.412+08:00",
};

const params = { product_id: 2 };

export const createImagesExample: Example = {
  params,
  query: { title: "Seen from above" },
  body: { images: ["https://pictures.sungai.shop/rattan-tray.png"] },
  upload: { type: "image/png", file: "rattan-tray.png" },
  response: { images: [image] },
};

export const listImagesExample: Example = { params, response: buildListResponse("images", image) };

export const countImagesExample: Example = { params, response: { count: 1 } };

export const getImageExample: Example = { params: { ...params, id: 1 }, response: { image } };

export const updateImageExample: Example = {
  params: { ...params, id: 1 },
  body: { image: { title: "Seen from above", position: 1 } },
  response: { image },
};

export const deleteImagesExample: Example = { params, body: { image_ids: "1" }, response: {} };
