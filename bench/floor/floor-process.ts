// The process of the floor: fastify and pg with one statement per request. Its first message is FloorOptions; it replies with its port.
import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import type { FloorOptions } from "./floor-server.ts";
import { placeOrder } from "./place-statement.ts";
import { adjustLevel, getOrder, getProduct, listOrders, listProducts } from "./statements.ts";

const jsonType = "application/json; charset=utf-8";

/** A resource whose stored snapshots are read by key, singly or as a list of fifty. */
interface StoredRecords {
  singular: string;
  plural: string;
  get: { name: string; text: string };
  list: { name: string; text: string };
  total: number;
}

function serveStoredRecords(
  server: FastifyInstance,
  reads: pg.Pool,
  { singular, plural, get, list, total }: StoredRecords,
) {
  server.get<{ Params: { store: string; id: string } }>(
    `/:store/${plural}/:id`,
    async ({ params }, reply) => {
      const { rows } = await reads.query<{ body: string }>({ ...get, values: [params.store, params.id] });
      return reply.header("content-type", jsonType).send(`{"${singular}":${rows[0]?.body}}`);
    },
  );

  server.get<{ Params: { store: string; page: string; last: string } }>(
    `/:store/${plural}/pages/:page/:last`,
    async ({ params: { store, page, last } }, reply) => {
      const { rows } = await reads.query<{ bodies: string }>({ ...list, values: [store, last] });
      const pageCount = Math.ceil(total / 50);
      const text = `{"${plural}":[${rows[0]?.bodies}],"total_count":${total},"page_count":${pageCount},"page":${page},"limit":50}`;
      return reply.header("content-type", jsonType).send(text);
    },
  );
}

interface LevelChange {
  variant_id: number;
  location_id: number;
  adjustment_quantity: number;
}

interface NewOrder {
  line_items: readonly { variant_id: number; quantity: number }[];
  shipping_address: object;
}

// The search words that the platform stores for each order, except the order's number and SKUs, which the statement adds.
const searchWords = "mei@example.com +60123456789 Mei Lim";

function serveWrites(server: FastifyInstance, writes: pg.Pool, { orderSnapshot, location_id }: FloorOptions) {
  server.put<{ Params: { store: string }; Body: LevelChange }>(
    "/:store/levels",
    async ({ params, body }, reply) => {
      const values = [params.store, body.variant_id, body.location_id, body.adjustment_quantity];
      const { rows } = await writes.query<{ text: string }>({ ...adjustLevel, values });
      return reply.header("content-type", jsonType).send(`{"inventory_level":${rows[0]?.text}}`);
    },
  );

  server.post<{ Params: { store: string }; Body: NewOrder }>(
    "/:store/orders",
    async ({ params, body: { line_items, shipping_address } }, reply) => {
      const variants = line_items.map(({ variant_id }) => variant_id);
      const quantities = line_items.map(({ quantity }) => quantity);
      const address = JSON.stringify(shipping_address);
      const values = [params.store, variants, quantities, location_id, orderSnapshot, address, searchWords];
      const { rowCount } = await writes.query({ ...placeOrder, values });
      if (rowCount !== 1) throw new Error("The statement created no order.");
      return reply.header("content-type", jsonType).send(`{"order":${orderSnapshot}}`);
    },
  );
}

async function start(options: FloorOptions): Promise<number> {
  const { readUrl, writeUrl, connections, products, orders } = options;
  const server = Fastify();
  const reads = new pg.Pool({ connectionString: readUrl, max: connections });
  const writes = new pg.Pool({ connectionString: writeUrl, max: connections });
  const productRoutes = { singular: "product", plural: "products", get: getProduct, list: listProducts };
  serveStoredRecords(server, reads, { ...productRoutes, total: products });
  const orderRoutes = { singular: "order", plural: "orders", get: getOrder, list: listOrders };
  serveStoredRecords(server, reads, { ...orderRoutes, total: orders });
  serveWrites(server, writes, options);
  return Number(new URL(await server.listen({ host: "127.0.0.1", port: 0 })).port);
}

process.once("message", (options: FloorOptions) => {
  start(options).then(
    (port) => process.send?.(port),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on("disconnect", () => process.exit(0));
