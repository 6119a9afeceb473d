import {
  type Answer,
  installApp,
  type RecordingReceiver,
  type RequestOptions,
  recordingReceiver,
  registerApp,
  type SeededStore,
  seedStore,
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

/** A store with products, an app with every scope in it, and a server that serves images. */
export interface ImageFixture {
  testing: TestPlatform;
  store: SeededStore;
  /**
   * A server that returns a PNG of the requested size at `/{width}x{height}.png`, a slow one at `/slow.png`, and 404
   * elsewhere.
   */
  imageServer: RecordingReceiver;
  /** The ids of the store's products. */
  products: readonly number[];
  /** Call the store's API 3.0 as the app. */
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Add images by their addresses, relative to the image server when they begin with `/`. */
  addByUrl(productId: number, urls: readonly string[]): Promise<Answer>;
  upload(
    productId: number,
    body: Buffer,
    options?: { type?: string; title?: string; key?: string },
  ): Promise<Answer>;
  /** Load a product's images in their order. */
  listImages(productId: number): Promise<ShownImage[]>;
  /** Return the product/update events published during some work. */
  updatesBy(work: () => Promise<unknown>): Promise<{ resource_id: number; context: string }[]>;
  stop(): Promise<void>;
}

/** Create a plain image of a size. */
export function createImage(
  width: number,
  height: number,
  format: "png" | "jpeg" | "webp" | "gif" = "png",
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#c86432" } })
    .toFormat(format)
    .toBuffer();
}

async function startImageServer(): Promise<RecordingReceiver> {
  const imageServer = await recordingReceiver();
  const sizes = ["64x48", "32x32", "20x10"] as const;
  const bodies = new Map<string, Buffer>();
  for (const size of sizes) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    bodies.set(`/${size}.png`, await createImage(width, height));
  }
  imageServer.answer(({ path }) => {
    const slow = path === "/slow.png";
    const body = bodies.get(slow ? "/20x10.png" : path);
    return body
      ? { delay: slow ? 1_000 : 0, status: 200, body, headers: { "content-type": "text/plain" } }
      : { status: 404, body: "no" };
  });
  return imageServer;
}

/** Create the fixture; events are not numbered, so that they can be counted. */
export async function createImageFixture(options: TestPlatformOptions = {}): Promise<ImageFixture> {
  const testing = await testPlatform({ role: "api", ...options });
  const imageServer = await startImageServer();
  const store = await seedStore(testing, { products: 4 });
  const app = await registerApp(testing, "http://localhost:1");
  const { token } = await installApp(testing, { store, app });
  const products = [...new Set(store.variants.map(({ product_id }) => product_id))];
  const call: ImageFixture["call"] = (method, path, more = {}) =>
    testing.request(`${store.origin}/api/3.0${path}`, { method, token, ...more });
  return {
    testing,
    store,
    imageServer,
    products,
    call,
    addByUrl: (productId, urls) => {
      const images = urls.map((url) => (url.startsWith("/") ? `${imageServer.url}${url}` : url));
      return call("POST", `/products/${productId}/images.json`, { json: { images } });
    },
    upload: (productId, body, { type = "image/png", title, key } = {}) => {
      const query = title === undefined ? "" : `?${new URLSearchParams({ title })}`;
      const headers = { "content-type": type, ...(key === undefined ? {} : { "idempotency-key": key }) };
      return call("POST", `/products/${productId}/images.json${query}`, { body, headers });
    },
    listImages: async (productId) => {
      const answer = await call("GET", `/products/${productId}.json`);
      return answer.json<{ product: { images: ShownImage[] } }>().product.images;
    },
    updatesBy: async (work) => {
      const last = await testing.database.maybeOne<{ id: number }>(
        "select coalesce(max(id), 0) as id from event_inbox",
      );
      await work();
      const rows = await testing.database.many<{ resource_id: number; context: string }>(
        "select resource_id, context from event_inbox where store_id = $1 and id > $2 and topic = 'product/update' order by id",
        [store.id, last?.id ?? 0],
      );
      return rows;
    },
    stop: async () => {
      await imageServer.stop();
      await testing.stop();
    },
  };
}

/** Return `422 images.0: …` of a rejection, or the status of another response. */
export function formatErrorCodes(answer: Answer): string {
  return describeError(answer, ({ path, code }) => `${path}: ${code}`);
}

/** Return the rejection as `refusalOf` does, with each field's sentence after its code. */
export function formatErrorMessages(answer: Answer): string {
  return describeError(answer, ({ path, code, message }) => `${path}: ${code}: ${message}`);
}

function describeError(
  answer: Answer,
  describe: (field: { path: string; code: string; message: string }) => string,
): string {
  if (answer.status === 200) return "200";
  const { error } = answer.json<{
    error: { code: string; fields?: { path: string; code: string; message: string }[] };
  }>();
  const fields = (error.fields ?? []).map(describe);
  return `${answer.status} ${fields.length > 0 ? fields.join(" | ") : error.code}`;
}
