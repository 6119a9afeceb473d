import { Stack } from "@mantine/core";
import { maxVariants, operations } from "@souk/contract";
import { PageFrame, QueryBoundary, SaveBar, useSheet, useStore } from "@souk/ui";
import { useMemo, useState } from "react";
import { type Location, useLocations } from "../../locations/location-queries.ts";
import { toStorePage } from "../../page-urls.ts";
import { useTagsInUse } from "../../products/use-tags-in-use.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { buildVariantColumns } from "../../variants/variant-columns.ts";
import { FormCards } from "../form/form-cards.tsx";
import { NoteCard } from "../form/note-card.tsx";
import { buildProductSpecs } from "../form/product-draft.ts";
import { ProductProblems } from "../form/product-problems.tsx";
import { SearchCard } from "../form/search-card.tsx";
import { useProductForm } from "../form/use-product-form.ts";
import { useUploads } from "../images/use-uploads.ts";
import {
  countCombinations,
  type EditedOption,
  listCompleteOptions,
  validateOptions,
} from "../options/combine-options.ts";
import { NewImages } from "./new-images.tsx";
import { NewVariants } from "./new-variants.tsx";
import { useCreateProduct } from "./use-create-product.ts";
import {
  buildVariantRows,
  findNewVariantErrors,
  type NewVariant,
  newVariantFieldNames,
  singleRow,
} from "./variant-rows.ts";

/** The initial values of a new product. */
const initialProduct = {
  is_published: true,
  taxable: true,
  shipping_required: true,
  inventory_management: "souk",
};

/** Show the page that creates a product with its options, variants and images. */
export function NewProductPage() {
  const locations = useLocations();
  return (
    <PageFrame
      wide
      title={texts.productNew.title}
      breadcrumbs={[{ label: texts.productNew.products, to: toStorePage("/products") }]}
    >
      <QueryBoundary query={locations} skeleton="form">
        {(loadedLocations) => (
          <NewProductForm primaryLocation={loadedLocations.find(({ is_primary }) => is_primary)} />
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

const getKey = ({ key }: NewVariant) => key;
/** The rows of the sheet while the product has no options. */
const singleRows = [singleRow];
const doNothing = async () => undefined;

/** Return the state of a new product: its form, options, variants and images. */
function useNewProduct() {
  const { currency_code } = useStore();
  const tagsInUse = useTagsInUse("product");
  const specs = useMemo(() => buildProductSpecs(operations.createProduct.body, tagsInUse), [tagsInUse]);
  const form = useProductForm(specs, { record: initialProduct, isNew: true });
  const [options, setOptions] = useState<readonly EditedOption[]>([]);
  const completeOptions = useMemo(() => listCompleteOptions(options), [options]);
  const canSetStock = usePermissions()("stock.set");
  const columns = useMemo(() => {
    const names = newVariantFieldNames.filter((name) => canSetStock || name !== "inventory_quantity");
    return buildVariantColumns(names, currency_code);
  }, [canSetStock, currency_code]);
  const singleRowSheet = useSheet({ rows: singleRows, getKey, columns });
  const rows = useMemo(
    () => buildVariantRows(completeOptions, singleRowSheet.changes),
    [completeOptions, singleRowSheet.changes],
  );
  const variantsSheet = useSheet({ rows, getKey, columns });
  const uploads = useUploads(doNothing);
  const discard = () => {
    form.discard();
    setOptions([]);
    singleRowSheet.dropChanges();
    variantsSheet.dropChanges();
    for (const { id } of uploads.list) uploads.dismiss(id);
  };
  const sheet = completeOptions.length === 0 ? singleRowSheet : variantsSheet;
  return { form, options, setOptions, completeOptions, sheet, uploads, discard };
}

function NewProductForm({ primaryLocation }: { primaryLocation: Location | undefined }) {
  const { form, options, setOptions, completeOptions, sheet, uploads, discard } = useNewProduct();
  const [showsErrors, setShowsErrors] = useState(false);
  const { create, isRunning } = useCreateProduct({ form, options: completeOptions, sheet, uploads });
  const areOptionsValid =
    validateOptions(options, texts.productOptions.errors).every((error) => error === "") &&
    countCombinations(completeOptions) <= maxVariants;
  const cellsProblem = sheet.errors.size > 0 ? texts.productNew.invalidCells : undefined;
  const problem = showsErrors && !areOptionsValid ? texts.productNew.incompleteOptions : cellsProblem;
  const save = () => {
    setShowsErrors(true);
    const isFormValid = form.check();
    const errors = findNewVariantErrors([...sheet.rows], sheet);
    sheet.showErrors(errors);
    if (isFormValid && errors.length > 0) sheet.focusFirstError();
    if (isFormValid && errors.length === 0 && areOptionsValid) void create();
  };
  const isDirty =
    form.changedNames.length > 0 || options.length > 0 || sheet.changes.size > 0 || uploads.list.length > 0;
  return (
    <Stack gap="lg">
      <ProductProblems form={form} />
      <FormCards form={form} images={<NewImages uploads={uploads} />} />
      <NewVariants
        options={options}
        onOptionsChange={setOptions}
        showsErrors={showsErrors}
        sheet={sheet}
        primaryLocationName={primaryLocation?.name}
      />
      <SearchCard form={form} />
      <NoteCard form={form} />
      <SaveBar
        isDirty={isDirty}
        isRunning={isRunning}
        problem={problem}
        save={texts.productNew.create}
        onSave={save}
        onDiscard={() => {
          discard();
          setShowsErrors(false);
        }}
      />
    </Stack>
  );
}
