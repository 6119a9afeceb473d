import type { OperationBody, operations } from "@souk/contract";
import {
  type SheetState,
  toast,
  useAction,
  useAdminConsole,
  useIdempotentSubmit,
  usePageNavigation,
} from "@souk/ui";
import { toStorePage } from "../../page-addresses.ts";
import { staleWithProducts } from "../../stale.ts";
import { texts } from "../../texts.ts";
import { placeCellErrors } from "../../variants/variant-body.ts";
import { saveCollections } from "../form/save-collections.ts";
import type { ProductForm } from "../form/use-product-form.ts";
import type { Uploads } from "../images/use-uploads.ts";
import type { OptionDraft } from "../options/combine-options.ts";
import { type NewVariant, newVariantBodies } from "./variant-rows.ts";

type NewProduct = OperationBody<typeof operations.createProduct>;

interface Draft {
  form: ProductForm;
  /** The complete options. */
  options: readonly OptionDraft[];
  sheet: SheetState<NewVariant>;
  uploads: Uploads;
}

/**
 * Return an action that creates a product, adds it to its collections, uploads its images, then opens its
 * page.
 */
export function useCreateProduct({ form, options, sheet, uploads }: Draft) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const buildBody = (): NewProduct => ({
    ...form.body(),
    ...(options.length === 0
      ? {}
      : { variant_options: options.map(({ name, values }) => ({ name, options: [...values] })) }),
    variants: newVariantBodies([...sheet.rows], sheet, options),
  });
  const once = useIdempotentSubmit();
  const create = async (body: NewProduct, idempotencyKey: string) => {
    const { product } = await admin.products.create({ body, idempotencyKey });
    const chosen = form.values["collections"];
    const now = Array.isArray(chosen) ? chosen.map(Number) : [];
    // The product is there from here on: what fails now is said on its own page.
    await saveCollections(admin, product.id, { before: [], now }).catch(toast.failed);
    const failed = await uploads.send(product.id);
    if (failed.length > 0)
      toast.failed(
        texts.productNew.someFailed({
          files: failed.map(({ file, error }) => `${file.name}: ${error}`).join(" "),
        }),
      );
    toast.carriedOut(texts.productNew.created({ title: product.title }), product);
    goTo(toStorePage("/products/$id", { id: product.id }), { ignoreBlocker: true });
  };
  const run = () => {
    const body = buildBody();
    return once(body, (key) => create(body, key));
  };
  const action = useAction({ run, quiet: true, refresh: staleWithProducts });
  const start = () =>
    action.run().catch((error: unknown) => {
      const rows = sheet.rows.map(({ key }) => key);
      const cells = placeCellErrors(
        error,
        rows,
        sheet.columns.map(({ id }) => id),
      );
      if (cells === null) return form.showErrors(error);
      sheet.showErrors(cells);
      sheet.lead();
    });
  return { start, isRunning: action.isRunning };
}
