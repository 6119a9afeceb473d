import {
  type Answer,
  installApp,
  type RecordingReceiver,
  type RequestOptions,
  recordingReceiver,
  registerApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  type TestPlatformOptions,
  testPlatform,
} from "@souk/testkit";
import sharp from "sharp";

export interface ShownImage {
  id: number;
  product_id: number;
  url: string;
  title: string;
  position: number;
  width: number;
  height: number;
}

/** A shop with products, an app with every scope in it, and a server that pictures are fetched from. */
export interface ImageWorld {
  testing: TestPlatform;
  shop: SeededShop;
  /** Answers the PNG of the asked size at `/{width}x{height}.png`, a slow one at `/slow.png`, and 404 elsewhere. */
  pictures: RecordingReceiver;
  /** The ids of the shop's products. */
  products: readonly number[];
  /** Calls the shop's API 3.0 as the app. */
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Adds pictures by their addresses, of the pictures' server when they begin with `/`. */
  addByUrl(productId: number, urls: readonly string[]): Promise<Answer>;
  upload(
    productId: number,
    body: Buffer,
    options?: { type?: string; title?: string; key?: string },
  ): Promise<Answer>;
  /** A product's pictures in their order. */
  imagesOf(productId: number): Promise<ShownImage[]>;
  /** How often product/update was raised while something was done. */
  updatesBy(work: () => Promise<unknown>): Promise<{ resource_id: number; context: string }[]>;
  stop(): Promise<void>;
}

/** A plain picture of a size. */
export function picture(
  width: number,
  height: number,
  format: "png" | "jpeg" | "webp" | "gif" = "png",
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#c86432" } })
    .toFormat(format)
    .toBuffer();
}

async function pictureServer(): Promise<RecordingReceiver> {
  const pictures = await recordingReceiver();
  const sizes = ["64x48", "32x32", "20x10"] as const;
  const bodies = new Map<string, Buffer>();
  for (const size of sizes) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    bodies.set(`/${size}.png`, await picture(width, height));
  }
  pictures.answer(({ path }) => {
    const slow = path === "/slow.png";
    const body = bodies.get(slow ? "/20x10.png" : path);
    return body
      ? { delay: slow ? 1_000 : 0, status: 200, body, headers: { "content-type": "text/plain" } }
      : { status: 404, body: "no" };
  });
  return pictures;
}

/** Makes it; nothing numbers its events, so that they can be counted. */
export async function imageWorld(options: TestPlatformOptions = {}): Promise<ImageWorld> {
  const testing = await testPlatform({ role: "api", ...options });
  const pictures = await pictureServer();
  const shop = await seedShop(testing, { products: 4 });
  const app = await registerApp(testing, "http://localhost:1");
  const { token } = await installApp(testing, { shop, app });
  const products = [...new Set(shop.variants.map(({ product_id }) => product_id))];
  const call: ImageWorld["call"] = (method, path, more = {}) =>
    testing.request(`${shop.origin}/api/3.0${path}`, { method, token, ...more });
  return {
    testing,
    shop,
    pictures,
    products,
    call,
    addByUrl: (productId, urls) => {
      const images = urls.map((url) => (url.startsWith("/") ? `${pictures.url}${url}` : url));
      return call("POST", `/products/${productId}/images.json`, { json: { images } });
    },
    upload: (productId, body, { type = "image/png", title, key } = {}) => {
      const query = title === undefined ? "" : `?${new URLSearchParams({ title })}`;
      const headers = { "content-type": type, ...(key === undefined ? {} : { "idempotency-key": key }) };
      return call("POST", `/products/${productId}/images.json${query}`, { body, headers });
    },
    imagesOf: async (productId) => {
      const answer = await call("GET", `/products/${productId}.json`);
      return answer.json<{ product: { images: ShownImage[] } }>().product.images;
    },
    updatesBy: async (work) => {
      const last = await testing.database.query<{ id: number }>(
        "select coalesce(max(id), 0) as id from event_inbox",
      );
      await work();
      const { rows } = await testing.database.query<{ resource_id: number; context: string }>(
        "select resource_id, context from event_inbox where store_id = $1 and id > $2 and topic = 'product/update' order by id",
        [shop.id, last.rows[0]?.id ?? 0],
      );
      return rows;
    },
    stop: async () => {
      await pictures.stop();
      await testing.stop();
    },
  };
}

/** `422 images.0: …` of a refusal; the status alone of an answer. */
export function refusalOf(answer: Answer): string {
  if (answer.status === 200) return "200";
  const { error } = answer.json<{ error: { code: string; fields?: { path: string; message: string }[] } }>();
  const fields = (error.fields ?? []).map(({ path, message }) => `${path}: ${message}`);
  return `${answer.status} ${fields.length > 0 ? fields.join(" | ") : error.code}`;
}
