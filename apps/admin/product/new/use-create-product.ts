import type { BodyOf, operations } from "@souk/contract";
import { type SheetState, toast, useAction, useAdminConsole, useStore, useWishes } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { staleWithProducts } from "../../stale.ts";
import { refusedCells } from "../../variants/variant-body.ts";
import { saveCollections } from "../form/save-collections.ts";
import type { ProductForm } from "../form/use-product-form.ts";
import type { Uploads } from "../images/use-uploads.ts";
import type { OptionDraft } from "../options/combine-options.ts";
import { strings } from "./strings.ts";
import { type NewVariant, newVariantBodies } from "./variant-rows.ts";

type NewProduct = BodyOf<typeof operations.createProduct>;

interface Draft {
  form: ProductForm;
  /** Those that are whole. */
  options: readonly OptionDraft[];
  sheet: SheetState<NewVariant>;
  uploads: Uploads;
}

/** Makes a product, puts it into its collections, sends its pictures, then leads to it. */
export function useCreateProduct({ form, options, sheet, uploads }: Draft) {
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const { handle } = useStore();
  const bodyOf = (): NewProduct => ({
    ...form.body(),
    ...(options.length === 0
      ? {}
      : { variant_options: options.map(({ name, values }) => ({ name, options: [...values] })) }),
    variants: newVariantBodies([...sheet.rows], sheet, options),
  });
  const once = useWishes();
  const create = async (body: NewProduct, idempotencyKey: string) => {
    const { product } = await admin.products.create({ body, idempotencyKey });
    const chosen = form.values["collections"];
    const now = Array.isArray(chosen) ? chosen.map(Number) : [];
    // The product is there from here on: what fails now is said on its own page.
    await saveCollections(admin, product.id, { before: [], now }).catch(toast.failed);
    const failed = await uploads.send(product.id);
    if (failed.length > 0)
      toast.failed(strings.someFailed(failed.map(({ file, fault }) => `${file.name}: ${fault}`)));
    toast.carriedOut(strings.created(product.title), product);
    await navigate({ to: `/${handle}/products/${product.id}`, ignoreBlocker: true });
  };
  const run = () => {
    const body = bodyOf();
    return once(body, (key) => create(body, key));
  };
  const action = useAction({ run, quiet: true, refresh: staleWithProducts });
  const start = () =>
    action.run().catch((error: unknown) => {
      const rows = sheet.rows.map(({ key }) => key);
      const cells = refusedCells(
        error,
        rows,
        sheet.columns.map(({ id }) => id),
      );
      if (cells === null) return form.refuse(error);
      sheet.refuse(cells);
      sheet.lead();
    });
  return { start, isRunning: action.isRunning };
}
