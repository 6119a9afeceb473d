import type { OperationBody, operations } from "@souk/contract";
import {
  type SheetState,
  toast,
  useAction,
  useAdminConsole,
  useIdempotentSubmit,
  usePageNavigation,
} from "@souk/ui";
import { toStorePage } from "../../page-urls.ts";
import { queriesShowingProducts } from "../../queries-showing-products.ts";
import { texts } from "../../texts.ts";
import { mapErrorsToCells } from "../../variants/variant-body.ts";
import { saveCollections } from "../form/save-collections.ts";
import type { ProductForm } from "../form/use-product-form.ts";
import type { Uploads } from "../images/use-uploads.ts";
import type { OptionDraft } from "../options/combine-options.ts";
import { buildNewVariantBodies, type NewVariant } from "./variant-rows.ts";

type NewProductBody = OperationBody<typeof operations.createProduct>;

interface NewProductState {
  form: ProductForm;
  /** The options that have a name and values. */
  options: readonly OptionDraft[];
  sheet: SheetState<NewVariant>;
  uploads: Uploads;
}

/**
 * Return the action that creates a product, adds it to its collections, uploads its images, and then opens its page.
 */
export function useCreateProduct({ form, options, sheet, uploads }: NewProductState) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const buildBody = (): NewProductBody => ({
    ...form.buildRequestBody(),
    ...(options.length === 0
      ? {}
      : { variant_options: options.map(({ name, values }) => ({ name, options: [...values] })) }),
    variants: buildNewVariantBodies([...sheet.rows], sheet, options),
  });
  const submitOnce = useIdempotentSubmit();
  const createProduct = async (body: NewProductBody, idempotencyKey: string) => {
    const { product } = await admin.products.create({ body, idempotencyKey });
    const collections = form.values["collections"];
    const selectedIds = Array.isArray(collections) ? collections.map(Number) : [];
    // The product now exists, so later failures are shown as toasts and its page is opened anyway.
    await saveCollections(admin, product.id, { previousIds: [], selectedIds }).catch(toast.failed);
    const failedUploads = await uploads.send(product.id);
    if (failedUploads.length > 0)
      toast.failed(
        texts.productNew.someFailed({
          files: failedUploads.map(({ file, error }) => `${file.name}: ${error}`).join(" "),
        }),
      );
    toast.doneOrReplayed(texts.productNew.created({ title: product.title }), product);
    goTo(toStorePage("/products/$id", { id: product.id }), { ignoreBlocker: true });
  };
  const run = () => {
    const body = buildBody();
    return submitOnce(body, (key) => createProduct(body, key));
  };
  const action = useAction({ run, quiet: true, refresh: queriesShowingProducts });
  const create = () =>
    action.run().catch((error: unknown) => {
      const rowKeys = sheet.rows.map(({ key }) => key);
      const cells = mapErrorsToCells(
        error,
        rowKeys,
        sheet.columns.map(({ id }) => id),
      );
      if (cells === null) return form.showErrors(error);
      sheet.showErrors(cells);
      sheet.focusFirstError();
    });
  return { create, isRunning: action.isRunning };
}
