import type { Queryable } from "../database.ts";

export interface Column {
  name: string;
  /** The type as PostgreSQL writes it, such as `numeric(20,4)` or `text[]`. */
  type: string;
  not_null: boolean;
  /** `a` for always, `d` for by default, empty if it is not an identity column. */
  identity: "a" | "d" | "";
  /** `s` for stored, `v` for virtual, empty if the column is not generated. */
  generated: "s" | "v" | "";
  default_expression: string | null;
  collation: string | null;
  storage: string | null;
}

export interface Relation {
  name: string;
  kind: "table" | "partitioned table" | "view" | "materialized view";
  partition_key: string | null;
  options: string[] | null;
  definition: string | null;
  columns: Column[];
  constraints: { name: string; definition: string }[];
  indexes: string[];
  triggers: string[];
}

export interface Catalog {
  extensions: string[];
  enums: { name: string; labels: string[] }[];
  sequences: string[];
  functions: string[];
  relations: Relation[];
}

// Build the SQL condition that an object does not belong to an extension.
const buildNotInExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

const relationsSql = `
  select c.relname as name,
    case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view' else 'materialized view' end as kind,
    pg_get_partkeydef(c.oid) as partition_key, c.reloptions as options,
    case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end as definition,
    (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'not_null', a.attnotnull, 'identity', a.attidentity, 'generated', a.attgenerated,
        'default_expression', pg_get_expr(e.adbin, e.adrelid),
        'collation', case when a.attcollation <> t.typcollation then l.collname end,
        'storage', case when a.attstorage <> t.typstorage
          then case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end end
      ) order by a.attnum), '[]')
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(jsonb_agg(jsonb_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid))
        order by k.contype <> 'p', k.conname collate "C"), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f', 'x')) as constraints,
    (select coalesce(jsonb_agg(pg_get_indexdef(i.indexrelid) order by x.relname collate "C"), '[]')
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
    ) as indexes,
    (select coalesce(jsonb_agg(pg_get_triggerdef(g.oid) order by g.tgname collate "C"), '[]')
      from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal) as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and c.relname <> 'souk_migrations' and ${buildNotInExtension("pg_class", "c.oid")}
  order by c.relname collate "C"`;

// pg_stat_statements is for monitoring and not part of the schema.
const extensionsSql = `
  select extname as text from pg_extension where extname not in ('plpgsql', 'pg_stat_statements') order by extname collate "C"`;

const functionsSql = `
  select pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and ${buildNotInExtension("pg_proc", "p.oid")}
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`;

// Sequences of identity and serial columns are left out, because they are part of their column.
const sequencesSql = `
  select c.relname as text from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  order by c.relname collate "C"`;

const enumsSql = `
  select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace and ${buildNotInExtension("pg_type", "t.oid")}
  group by t.typname order by t.typname collate "C"`;

/**
 * Read the contents of the schema `public` without time partitions. The result is sorted in the same way on every machine.
 */
export async function readCatalog(database: Queryable): Promise<Catalog> {
  const queryTexts = async (statement: string) =>
    (await database.many<{ text: string }>(statement)).map((row) => row.text);
  return {
    extensions: await queryTexts(extensionsSql),
    enums: await database.many<{ name: string; labels: string[] }>(enumsSql),
    sequences: await queryTexts(sequencesSql),
    functions: await queryTexts(functionsSql),
    relations: await database.many<Relation>(relationsSql),
  };
}
