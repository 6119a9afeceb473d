import { type FieldError, mostVariants, type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { Cause } from "../../../routing/actor.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { lockPrimaryStock } from "../../inventory/index.ts";
import { heldExponent } from "../held-exponent.ts";
import { markChanged } from "../mark-products.ts";
import { lockShape, type OptionShape, placeBehind, readShape } from "../options/option-shape.ts";
import { writeOptions } from "../options/write-options.ts";
import { variantTexts } from "../variant-store.ts";
import { type Combination, findTwins, readCombination, withValues } from "./combination.ts";
import { requireImages } from "./require-images.ts";
import type { VariantKit } from "./update-variants.ts";
import { emptyVariant, readVariantFields, type VariantFields, type VariantInput } from "./variant-fields.ts";
import { lockVariantRows, typedVariantColumns, variantColumns } from "./variant-rows.ts";

const insertStatement = {
  name: "variant_insert",
  text: `
    insert into variants (store_id, product_id, option_ids, ${variantColumns()})
    select $1, $2, $3, ${variantColumns("w.")}
    from jsonb_to_recordset($4::jsonb) as w (${typedVariantColumns}) returning id`,
};

async function insertVariant(
  tx: Transaction,
  { store, product_id }: { store: Store; product_id: number },
  { option_ids, fields }: { option_ids: number[]; fields: VariantFields },
): Promise<number> {
  const values = [store.id, product_id, option_ids, JSON.stringify([fields])];
  return (await tx.query<{ id: number }>(insertStatement, values)).rows[0]?.id ?? 0;
}

/** The new variant's values, checked against those of the others. @throws Refusal invalid */
function requireCombination(shape: OptionShape, options: NonNullable<VariantInput["options"]>): Combination {
  const types = shape.types.map(({ name }) => name);
  if (types.length === 0)
    refuseField(
      "options",
      "cannot tell another variant apart: the product has no option types; add an option first",
    );
  if (shape.variants.length >= mostVariants)
    refuseField("options", `would make a variant more than the ${mostVariants} that a product has`);
  const faults: FieldError[] = [];
  const values = readCombination(options, types, { path: "options", faults });
  if (values === null) return refuse("invalid", { fields: faults });
  const all = shape.variants.map((variant) => [variant.id, variant.values] as const);
  const [twin] = findTwins(types, [...all, [0, values] as const]).filter(([one]) => one === 0);
  if (twin) refuseField("options", `are those of variant ${twin[1]} of this product`);
  return values;
}

/** A variant to be made. */
export interface VariantCreation {
  store: Store;
  cause: Cause;
  product_id: number;
  input: VariantInput;
}

/**
 * Adds a variant to a product, with its opening stock at the primary location (PRD-7), and tells it.
 * @returns its id
 * @throws Refusal not_found for the product; invalid naming what is wrong, options that another variant has among it
 */
export async function addVariant(
  { facts, setPrimaryStock }: VariantKit,
  tx: Transaction,
  { store, cause, product_id, input: body }: VariantCreation,
): Promise<number> {
  const of = { store, product_id };
  await lockShape(tx, store, of.product_id);
  const exponent = await heldExponent(tx, store);
  const shape = (await readShape(tx, store, of.product_id)) ?? refuse("not_found");
  const position = placeBehind(shape, 1);
  const faults: FieldError[] = [];
  const fields = readVariantFields(body, { ...emptyVariant, position }, { exponent, path: "", faults });
  if (faults.length > 0) refuse("invalid", { fields: faults });
  const values = requireCombination(shape, body.options ?? []);
  // Who deletes an image locks all variants first, and would not see this one.
  if (fields.image_id !== 0)
    await lockVariantRows(
      tx,
      store,
      shape.variants.map(({ id }) => id),
    );
  await requireImages(tx, store, [
    { product_id: of.product_id, image_id: fields.image_id, path: "image_id" },
  ]);
  const ids = await writeOptions(tx, of, { shape, wanted: withValues(shape, [values]) });
  const option_ids = shape.types.map(({ name }) => ids(name, values.get(name) ?? ""));
  const id = await insertVariant(tx, of, { option_ids, fields });
  const quantity = body.inventory_quantity;
  if (quantity !== undefined) {
    const why = { cause, context: "product/update", reason: "variant created", reference: null };
    const location_id = await lockPrimaryStock(tx, store, [id]);
    await setPrimaryStock(tx, store, { location_id, stock: [{ variant_id: id, quantity }], why });
  }
  await markChanged(facts, tx, { store, cause, ids: [product_id] });
  return id;
}

/**
 * Adds a variant as an app asks for it.
 * @throws Refusal as `addVariant` does
 */
export async function createVariant(
  kit: VariantKit,
  tx: Transaction,
  call: Call<typeof operations.createVariant>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { product_id } = params;
  const id = await addVariant(kit, tx, { store, cause: call, product_id, input: body });
  const [text] = await variantTexts(tx, store, { product_id, ids: [id] });
  return recordText("variant", text ?? refuse("not_found"));
}
