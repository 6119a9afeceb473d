import type { OperationBody, operations } from "@souk/contract";
import { describeError, type SheetState, toast, useAction, useAdminConsole } from "@souk/ui";
import { formatList } from "@souk/ui/i18n";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useRefreshProducts } from "../queries-showing-products.ts";
import { texts } from "../texts.ts";
import { buildVariantBodies, mapErrorsToCells } from "../variants/variant-body.ts";
import { listConflicts } from "./conflicts.ts";
import { buildConflictText } from "./form/conflict-text.ts";
import { saveCollections } from "./form/save-collections.ts";
import type { ProductForm } from "./form/use-product-form.ts";
import { type Product, productKey, type Variant } from "./product-queries.ts";

interface EditedProduct {
  product: Product;
  form: ProductForm;
  sheet: SheetState<Variant>;
}

/** A request that is part of saving the product. */
interface Step {
  /** What the step saves, for messages. */
  name: string;
  /** Send the request. If the API rejects cells of the sheet, show their errors in the sheet and return false. */
  run: () => Promise<boolean>;
}

/** Convert the value of a field that selects records to the ids of these records. */
const toIds = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/**
 * Return a function that lists the steps that save the unsaved changes, in order. Each step marks its own fields or cells as
 * saved.
 */
function useSaveSteps({ product, form, sheet }: EditedProduct): () => Step[] {
  const admin = useAdminConsole();
  const { id } = product;
  const saveFields = async () => {
    const body = form.buildRequestBody() as OperationBody<typeof operations.updateProduct>;
    if (Object.keys(body).length > 0) await admin.products.update({ params: { id }, body });
    form.markSaved(form.changedNames.filter((name) => name !== "collections"));
    return true;
  };
  const updateCollections = async () => {
    const previousIds = product.collections.map((collection) => collection.id);
    const selectedIds = toIds(form.values["collections"]);
    await saveCollections(admin, id, { previousIds, selectedIds });
    form.markSaved(["collections"]);
    return true;
  };
  const saveVariants = async () => {
    const ids = product.variants.map((variant) => variant.id);
    const bodies = buildVariantBodies(sheet.changes, ids);
    const changedIds = bodies.map((body) => body.id);
    try {
      await admin.variants.update_many({ params: { product_id: id }, body: { variants: bodies } });
    } catch (error) {
      const columns = sheet.columns.map((column) => column.id);
      const cells = mapErrorsToCells(error, changedIds, columns);
      if (cells === null) throw error;
      sheet.showErrors(cells);
      sheet.focusFirstError();
      return false;
    }
    sheet.dropChanges(changedIds);
    return true;
  };
  return () => [
    ...(form.changedNames.some((name) => name !== "collections")
      ? [{ name: texts.productForm.steps.fields, run: saveFields }]
      : []),
    ...(form.changedNames.includes("collections")
      ? [{ name: texts.productForm.steps.collections, run: updateCollections }]
      : []),
    ...(sheet.changes.size > 0 ? [{ name: texts.productForm.steps.variants, run: saveVariants }] : []),
  ];
}

/** Return a ref with the product as it was when the person began to edit it. */
function useInitialProduct({ product, form, sheet }: EditedProduct) {
  const initialProduct = useRef(product);
  const isDirty = form.changedNames.length > 0 || sheet.changes.size > 0;
  useEffect(() => {
    if (!isDirty) initialProduct.current = product;
  }, [isDirty, product]);
  return initialProduct;
}

/**
 * Return the action that saves a product's changed fields, collections and variants. Changes that the API rejects remain
 * unsaved, with their errors.
 */
export function useSaveProduct(editedProduct: EditedProduct) {
  const { product, form, sheet } = editedProduct;
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const refresh = useRefreshProducts();
  const buildSteps = useSaveSteps(editedProduct);
  const initialProduct = useInitialProduct(editedProduct);
  const [message, setMessage] = useState<string | undefined>();
  const { id } = product;

  /**
   * Show which of the changed fields another person has changed too, and return whether there are any. The next attempt to
   * save then overwrites the other person's changes.
   */
  const showConflicts = async (): Promise<boolean> => {
    const response = await admin.products.get({ params: { id } });
    const versions = { initial: initialProduct.current, current: response.product };
    const conflicts = listConflicts(versions, form, sheet);
    if (conflicts.length === 0) return false;
    initialProduct.current = response.product;
    queryClient.setQueryData(productKey(id), response);
    setMessage(buildConflictText(conflicts));
    return true;
  };
  /** Show which steps were saved before a step failed, and reload the product. */
  const reportFailedStep = async (savedSteps: readonly string[], failedStep: string, reason: string) => {
    if (savedSteps.length > 0)
      setMessage(
        texts.productForm.partlySaved({ saved: formatList(savedSteps), failed: failedStep, reason }),
      );
    const response = await admin.products.get({ params: { id } }).catch(() => null);
    initialProduct.current = response?.product ?? initialProduct.current;
    void refresh();
  };
  const saveAll = async () => {
    const hasConflicts = await showConflicts();
    if (hasConflicts) return;
    const savedSteps: string[] = [];
    for (const { name, run } of buildSteps()) {
      const isSaved = await run().catch(async (error: unknown) => {
        await reportFailedStep(savedSteps, name, describeError(error).text);
        throw error;
      });
      if (!isSaved) return reportFailedStep(savedSteps, name, texts.productForm.invalidCells);
      savedSteps.push(name);
    }
    await refresh();
    toast.done(texts.productForm.saved);
  };
  const action = useAction({ run: saveAll, quiet: true });
  const save = () => {
    setMessage(undefined);
    const isFormValid = form.check();
    const isSheetValid = sheet.check();
    if (isFormValid && !isSheetValid) sheet.focusFirstError();
    if (isFormValid && isSheetValid) action.run().catch((error: unknown) => form.showErrors(error));
  };
  const problem = message ?? (sheet.errors.size > 0 ? texts.productForm.invalidCells : undefined);
  return { save, isRunning: action.isRunning, problem, clearMessage: () => setMessage(undefined) };
}
