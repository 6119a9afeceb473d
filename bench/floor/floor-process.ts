// The process of the floor, the minimal server that the platform is compared with: fastify and pg with one statement per request.
// It receives FloorOptions as the first message, and replies with its port.
import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import type { FloorOptions } from "./floor-server.ts";
import { placeOrderStatement } from "./place-statement.ts";
import {
  adjustLevelStatement,
  getOrderStatement,
  getProductStatement,
  listOrdersStatement,
  listProductsStatement,
} from "./statements.ts";

const pageSize = 50;
const jsonType = "application/json; charset=utf-8";

/** A resource whose stored snapshots are read by id: one snapshot, or a page of fifty. */
interface StoredRecords {
  singular: string;
  plural: string;
  getStatement: { name: string; text: string };
  listStatement: { name: string; text: string };
  /** The number of records in the store. */
  total: number;
}

function serveStoredRecords(
  server: FastifyInstance,
  readPool: pg.Pool,
  { singular, plural, getStatement, listStatement, total }: StoredRecords,
) {
  server.get<{ Params: { store: string; id: string } }>(
    `/:store/${plural}/:id`,
    async ({ params }, reply) => {
      const { rows } = await readPool.query<{ body: string }>({
        ...getStatement,
        values: [params.store, params.id],
      });
      return reply.header("content-type", jsonType).send(`{"${singular}":${rows[0]?.body}}`);
    },
  );

  server.get<{ Params: { store: string; page: string; first_id: string } }>(
    `/:store/${plural}/pages/:page/:first_id`,
    async ({ params: { store, page, first_id } }, reply) => {
      const { rows } = await readPool.query<{ bodies: string }>({
        ...listStatement,
        values: [store, first_id],
      });
      const pageCount = Math.ceil(total / pageSize);
      const text = `{"${plural}":[${rows[0]?.bodies}],"total_count":${total},"page_count":${pageCount},"page":${page},"limit":${pageSize}}`;
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

function serveWrites(
  server: FastifyInstance,
  writePool: pg.Pool,
  { orderSnapshot, location_id }: FloorOptions,
) {
  server.put<{ Params: { store: string }; Body: LevelChange }>(
    "/:store/levels",
    async ({ params, body }, reply) => {
      const values = [params.store, body.variant_id, body.location_id, body.adjustment_quantity];
      const { rows } = await writePool.query<{ text: string }>({ ...adjustLevelStatement, values });
      return reply.header("content-type", jsonType).send(`{"inventory_level":${rows[0]?.text}}`);
    },
  );

  server.post<{ Params: { store: string }; Body: NewOrder }>(
    "/:store/orders",
    async ({ params, body: { line_items, shipping_address } }, reply) => {
      const variantIds = line_items.map(({ variant_id }) => variant_id);
      const quantities = line_items.map(({ quantity }) => quantity);
      const address = JSON.stringify(shipping_address);
      const values = [params.store, variantIds, quantities, location_id, orderSnapshot, address, searchWords];
      const { rowCount } = await writePool.query({ ...placeOrderStatement, values });
      if (rowCount !== 1) throw new Error("The statement created no order.");
      return reply.header("content-type", jsonType).send(`{"order":${orderSnapshot}}`);
    },
  );
}

async function start(options: FloorOptions): Promise<number> {
  const { readUrl, writeUrl, connections, products, orders } = options;
  const server = Fastify();
  const readPool = new pg.Pool({ connectionString: readUrl, max: connections });
  const writePool = new pg.Pool({ connectionString: writeUrl, max: connections });
  const productRoutes = {
    singular: "product",
    plural: "products",
    getStatement: getProductStatement,
    listStatement: listProductsStatement,
  };
  serveStoredRecords(server, readPool, { ...productRoutes, total: products });
  const orderRoutes = {
    singular: "order",
    plural: "orders",
    getStatement: getOrderStatement,
    listStatement: listOrdersStatement,
  };
  serveStoredRecords(server, readPool, { ...orderRoutes, total: orders });
  serveWrites(server, writePool, options);
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
