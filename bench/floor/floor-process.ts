// The floor: fastify + pg, one statement a request. Its first message names the two databases; it answers with its port.
import Fastify from "fastify";
import pg from "pg";
import type { FloorOptions } from "./floor-server.ts";
import { adjustLevel, getProduct, listProducts } from "./statements.ts";

const json = "application/json; charset=utf-8";

async function start({ readUrl, writeUrl, connections, total }: FloorOptions): Promise<number> {
  const server = Fastify();
  const reads = new pg.Pool({ connectionString: readUrl, max: connections });
  const writes = new pg.Pool({ connectionString: writeUrl, max: connections });

  server.get<{ Params: { store: string; id: string } }>("/:store/products/:id", async ({ params }, reply) => {
    const { rows } = await reads.query<{ body: string }>({
      ...getProduct,
      values: [params.store, params.id],
    });
    return reply.header("content-type", json).send(`{"product":${rows[0]?.body}}`);
  });

  server.get<{ Params: { store: string; page: string; last: string } }>(
    "/:store/pages/:page/:last",
    async ({ params: { store, page, last } }, reply) => {
      const { rows } = await reads.query<{ bodies: string }>({ ...listProducts, values: [store, last] });
      const pages = Math.ceil(total / 50);
      const text = `{"products":[${rows[0]?.bodies}],"total_count":${total},"page_count":${pages},"page":${page},"limit":50}`;
      return reply.header("content-type", json).send(text);
    },
  );

  server.put<{ Params: { store: string }; Body: LevelChange }>(
    "/:store/levels",
    async ({ params, body }, reply) => {
      const values = [params.store, body.variant_id, body.location_id, body.adjustment_quantity];
      const { rows } = await writes.query<{ text: string }>({ ...adjustLevel, values });
      return reply.header("content-type", json).send(`{"inventory_level":${rows[0]?.text}}`);
    },
  );

  return Number(new URL(await server.listen({ host: "127.0.0.1", port: 0 })).port);
}

interface LevelChange {
  variant_id: number;
  location_id: number;
  adjustment_quantity: number;
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
