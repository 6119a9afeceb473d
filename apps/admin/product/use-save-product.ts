import type { OperationBody, operations } from "@souk/contract";
import { describeError, type SheetState, toast, useAction, useAdminConsole } from "@souk/ui";
import { formatList } from "@souk/ui/i18n";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useRefreshProducts } from "../stale.ts";
import { texts } from "../texts.ts";
import { placeCellErrors, variantBodies } from "../variants/variant-body.ts";
import { meanwhileText } from "./form/meanwhile-text.ts";
import { saveCollections } from "./form/save-collections.ts";
import type { ProductForm } from "./form/use-product-form.ts";
import { changedMeanwhile } from "./meanwhile.ts";
import { type Product, productKey, type Variant } from "./product-queries.ts";

interface Edited {
  product: Product;
  form: ProductForm;
  sheet: SheetState<Variant>;
}

/** One of the requests that saving takes. */
interface Step {
  name: string;
  /** Run the step; return false when cells were rejected, which show their errors themselves. */
  run: () => Promise<boolean>;
}

const chosenIds = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/**
 * Return a function that lists the requests for the unsaved changes, in order. Each marks its own part as
 * saved.
 */
function useSteps({ product, form, sheet }: Edited): () => Step[] {
  const admin = useAdminConsole();
  const { id } = product;
  const fields = async () => {
    const body = form.body() as OperationBody<typeof operations.updateProduct>;
    if (Object.keys(body).length > 0) await admin.products.update({ params: { id }, body });
    form.settle(form.changed.filter((name) => name !== "collections"));
    return true;
  };
  const collections = async () => {
    const before = product.collections.map((collection) => collection.id);
    await saveCollections(admin, id, { before, now: chosenIds(form.values["collections"]) });
    form.settle(["collections"]);
    return true;
  };
  const variants = async () => {
    const ids = product.variants.map((variant) => variant.id);
    const bodies = variantBodies(sheet.changes, ids);
    const sent = bodies.map((body) => body.id);
    try {
      await admin.variants.update_many({ params: { product_id: id }, body: { variants: bodies } });
    } catch (error) {
      const columns = sheet.columns.map((column) => column.id);
      const cells = placeCellErrors(error, sent, columns);
      if (cells === null) throw error;
      sheet.showErrors(cells);
      sheet.lead();
      return false;
    }
    sheet.settle(sent);
    return true;
  };
  return () => [
    ...(form.changed.some((name) => name !== "collections")
      ? [{ name: texts.productForm.steps.fields, run: fields }]
      : []),
    ...(form.changed.includes("collections")
      ? [{ name: texts.productForm.steps.collections, run: collections }]
      : []),
    ...(sheet.changes.size > 0 ? [{ name: texts.productForm.steps.variants, run: variants }] : []),
  ];
}

/** Keep the product as it was when the unsaved changes began. */
function useStart({ product, form, sheet }: Edited) {
  const start = useRef(product);
  const isDirty = form.changed.length > 0 || sheet.changes.size > 0;
  useEffect(() => {
    if (!isDirty) start.current = product;
  }, [isDirty, product]);
  return start;
}

/**
 * Return an action that saves a product's changed fields, collections and variants. A rejected change stays
 * with its error.
 */
export function useSaveProduct(edited: Edited) {
  const { product, form, sheet } = edited;
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const refresh = useRefreshProducts();
  const buildSteps = useSteps(edited);
  const start = useStart(edited);
  const [note, setNote] = useState<string | undefined>();
  const { id } = product;

  /** Return whether another person has changed the same fields; the next attempt overwrites them. */
  const isOvertaken = async (): Promise<boolean> => {
    const answer = await admin.products.get({ params: { id } });
    const places = changedMeanwhile({ before: start.current, now: answer.product }, form, sheet);
    if (places.length === 0) return false;
    start.current = answer.product;
    queries.setQueryData(productKey(id), answer);
    setNote(meanwhileText(places));
    return true;
  };
  /** After a failed step, report what was saved before it and reload the product. */
  const leaveRest = async (saved: readonly string[], name: string, why: string) => {
    if (saved.length > 0)
      setNote(texts.productForm.partlySaved({ saved: formatList(saved), failed: name, why }));
    const answer = await admin.products.get({ params: { id } }).catch(() => null);
    start.current = answer?.product ?? start.current;
    void refresh();
  };
  const saveAll = async () => {
    if (await isOvertaken()) return;
    const saved: string[] = [];
    for (const { name, run } of buildSteps()) {
      const isWhole = await run().catch(async (error: unknown) => {
        await leaveRest(saved, name, describeError(error).text);
        throw error;
      });
      if (!isWhole) return leaveRest(saved, name, texts.productForm.wrongCells);
      saved.push(name);
    }
    await refresh();
    toast.done(texts.productForm.saved);
  };
  const action = useAction({ run: saveAll, quiet: true });
  const save = () => {
    setNote(undefined);
    const [isRight, areCellsRight] = [form.check(), sheet.check()];
    if (isRight && !areCellsRight) sheet.lead();
    if (isRight && areCellsRight) action.run().catch((error: unknown) => form.showErrors(error));
  };
  const problem = note ?? (sheet.errors.size > 0 ? texts.productForm.wrongCells : undefined);
  return { save, isRunning: action.isRunning, problem, forget: () => setNote(undefined) };
}
