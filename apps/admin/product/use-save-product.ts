import type { BodyOf, operations } from "@souk/contract";
import { errorWords, type SheetState, toast, useAction, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useRefreshProducts } from "../stale.ts";
import { refusedCells, variantBodies } from "../variants/variant-body.ts";
import { saveCollections } from "./form/save-collections.ts";
import { strings } from "./form/strings.ts";
import type { ProductForm } from "./form/use-product-form.ts";
import { changedMeanwhile } from "./meanwhile.ts";
import { type Product, productKey, type Variant } from "./product-queries.ts";

interface Edited {
  product: Product;
  form: ProductForm;
  sheet: SheetState<Variant>;
}

/** One of the calls that saving takes. */
interface Step {
  name: string;
  /** Answers false when cells were refused, which say why themselves. */
  run: () => Promise<boolean>;
}

const chosenIds = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** The calls that save what was changed, in their order. Each settles its own part. */
function useSteps({ product, form, sheet }: Edited): () => Step[] {
  const admin = useAdminConsole();
  const { id } = product;
  const fields = async () => {
    const body = form.body() as BodyOf<typeof operations.updateProduct>;
    if (Object.keys(body).length > 0) await admin.products.update({ params: { id }, body });
    form.settle(form.changed.filter((name) => name !== "collections"));
    return true;
  };
  const collections = async () => {
    const before = product.collections.map((each) => each.id);
    await saveCollections(admin, id, { before, now: chosenIds(form.values["collections"]) });
    form.settle(["collections"]);
    return true;
  };
  const variants = async () => {
    const ids = product.variants.map((variant) => variant.id);
    const bodies = variantBodies(sheet.changes, ids);
    const sent = bodies.map((each) => each.id);
    try {
      await admin.variants.update_many({ params: { product_id: id }, body: { variants: bodies } });
    } catch (error) {
      const columns = sheet.columns.map((column) => column.id);
      const cells = refusedCells(error, sent, columns);
      if (cells === null) throw error;
      sheet.refuse(cells);
      sheet.lead();
      return false;
    }
    sheet.settle(sent);
    return true;
  };
  return () => [
    ...(form.changed.some((name) => name !== "collections")
      ? [{ name: strings.steps.fields, run: fields }]
      : []),
    ...(form.changed.includes("collections") ? [{ name: strings.steps.collections, run: collections }] : []),
    ...(sheet.changes.size > 0 ? [{ name: strings.steps.variants, run: variants }] : []),
  ];
}

/** The product as it was when the unsaved changes began. */
function useStart({ product, form, sheet }: Edited) {
  const start = useRef(product);
  const isDirty = form.changed.length > 0 || sheet.changes.size > 0;
  useEffect(() => {
    if (!isDirty) start.current = product;
  }, [isDirty, product]);
  return start;
}

/** Saves what was changed of a product: its fields, its collections, its variants. What is refused stays and says why. */
export function useSaveProduct(edited: Edited) {
  const { product, form, sheet } = edited;
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const refresh = useRefreshProducts();
  const stepsOf = useSteps(edited);
  const start = useStart(edited);
  const [note, setNote] = useState<string | undefined>();
  const { id } = product;

  /** Answers whether somebody else has changed the same; the next try puts this person's in its place. */
  const isOvertaken = async (): Promise<boolean> => {
    const answer = await admin.products.get({ params: { id } });
    const places = changedMeanwhile({ before: start.current, now: answer.product }, form, sheet);
    if (places.length === 0) return false;
    start.current = answer.product;
    queries.setQueryData(productKey(id), answer);
    setNote(strings.meanwhile(places));
    return true;
  };
  /** After a step that failed: says what was saved before it, and looks at what the product is now. */
  const leaveRest = async (saved: readonly string[], name: string, why: string) => {
    if (saved.length > 0) setNote(strings.partly(saved, name, why));
    const answer = await admin.products.get({ params: { id } }).catch(() => null);
    start.current = answer?.product ?? start.current;
    void refresh();
  };
  const saveAll = async () => {
    if (await isOvertaken()) return;
    const saved: string[] = [];
    for (const { name, run } of stepsOf()) {
      const isWhole = await run().catch(async (error: unknown) => {
        await leaveRest(saved, name, errorWords(error).text);
        throw error;
      });
      if (!isWhole) return leaveRest(saved, name, strings.wrongCells);
      saved.push(name);
    }
    await refresh();
    toast.done(strings.saved);
  };
  const action = useAction({ run: saveAll, quiet: true });
  const save = () => {
    setNote(undefined);
    const [isRight, areCellsRight] = [form.check(), sheet.check()];
    if (isRight && !areCellsRight) sheet.lead();
    if (isRight && areCellsRight) action.run().catch((error: unknown) => form.refuse(error));
  };
  const problem = note ?? (sheet.errors.size > 0 ? strings.wrongCells : undefined);
  return { save, isRunning: action.isRunning, problem, forget: () => setNote(undefined) };
}
