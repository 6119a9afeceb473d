import {
  type HttpResponse,
  installApp,
  type RecordingReceiver,
  type RequestOptions,
  registerApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
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

/** A store with products, an app with every scope in that store, and a server that serves images. */
export interface ImageFixture {
  testPlatform: TestPlatform;
  store: SeededStore;
  /**
   * A server that returns a PNG at `/64x48.png`, `/32x32.png` and `/20x10.png`, a PNG after a second at `/slow.png`, and status
   * 404 at any other path. The content type of each PNG is `text/plain`.
   */
  imageServer: RecordingReceiver;
  /** The ids of the store's products. */
  productIds: readonly number[];
  /** Call the store's API 3.0 as the app. */
  call(method: string, path: string, options?: RequestOptions): Promise<HttpResponse>;
  /** Add images by URL. A URL that begins with `/` is relative to the image server. */
  addByUrl(productId: number, urls: readonly string[]): Promise<HttpResponse>;
  upload(
    productId: number,
    body: Buffer,
    options?: { type?: string; title?: string; key?: string },
  ): Promise<HttpResponse>;
  /** Load a product's images in the order of their positions. */
  listImages(productId: number): Promise<ShownImage[]>;
  /** Run some work and return the `product/update` events that it published. */
  listUpdateEvents(work: () => Promise<unknown>): Promise<{ resource_id: number; context: string }[]>;
  stop(): Promise<void>;
}

/** Create an image with the given size in a single color. */
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
  const imageServer = await startRecordingReceiver();
  const sizes = ["64x48", "32x32", "20x10"] as const;
  const bodies = new Map<string, Buffer>();
  for (const size of sizes) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    bodies.set(`/${size}.png`, await createImage(width, height));
  }
  imageServer.respondWith(({ path }) => {
    const isSlow = path === "/slow.png";
    const body = bodies.get(isSlow ? "/20x10.png" : path);
    return body
      ? { delay: isSlow ? 1_000 : 0, status: 200, body, headers: { "content-type": "text/plain" } }
      : { status: 404, body: "no" };
  });
  return imageServer;
}

/** Create the fixture. Its platform does not number events, so they stay in the inbox and can be counted. */
export async function createImageFixture(options: TestPlatformOptions = {}): Promise<ImageFixture> {
  const testPlatform = await startTestPlatform({ role: "api", ...options });
  const imageServer = await startImageServer();
  const store = await seedStore(testPlatform, { products: 4 });
  const app = await registerApp(testPlatform, "http://localhost:1");
  const { token } = await installApp(testPlatform, { store, app });
  const productIds = [...new Set(store.variants.map(({ product_id }) => product_id))];
  const call: ImageFixture["call"] = (method, path, options = {}) =>
    testPlatform.request(`${store.origin}/api/3.0${path}`, { method, token, ...options });
  return {
    testPlatform,
    store,
    imageServer,
    productIds,
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
      const response = await call("GET", `/products/${productId}.json`);
      return response.json<{ product: { images: ShownImage[] } }>().product.images;
    },
    listUpdateEvents: async (work) => {
      const lastEvent = await testPlatform.database.maybeOne<{ id: number }>(
        "select coalesce(max(id), 0) as id from event_inbox",
      );
      await work();
      const rows = await testPlatform.database.many<{ resource_id: number; context: string }>(
        "select resource_id, context from event_inbox where store_id = $1 and id > $2 and topic = 'product/update' order by id",
        [store.id, lastEvent?.id ?? 0],
      );
      return rows;
    },
    stop: async () => {
      await imageServer.stop();
      await testPlatform.stop();
    },
  };
}

/** Format a response as `422 images.0: not_found`, as `404 not_found` without fields, or as `200`. */
export function formatErrorCodes(response: HttpResponse): string {
  return describeError(response, ({ path, code }) => `${path}: ${code}`);
}

/** Format a response like `formatErrorCodes`, with each field's message after its code. */
export function formatErrorMessages(response: HttpResponse): string {
  return describeError(response, ({ path, code, message }) => `${path}: ${code}: ${message}`);
}

function describeError(
  response: HttpResponse,
  describe: (field: { path: string; code: string; message: string }) => string,
): string {
  if (response.status === 200) return "200";
  const { error } = response.json<{
    error: { code: string; fields?: { path: string; code: string; message: string }[] };
  }>();
  const fields = (error.fields ?? []).map(describe);
  return `${response.status} ${fields.length > 0 ? fields.join(" | ") : error.code}`;
}
