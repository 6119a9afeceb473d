import { Stack } from "@mantine/core";
import { maxVariants, operations } from "@souk/contract";
import { Answered, PageFrame, SaveBar, useSheet, useStore } from "@souk/ui";
import { useMemo, useState } from "react";
import { type Location, useLocations } from "../../locations/location-queries.ts";
import { toStorePage } from "../../page-addresses.ts";
import { useKnownTags } from "../../products/known-tags.ts";
import { texts } from "../../texts.ts";
import { variantColumns } from "../../variants/variant-columns.ts";
import { FormCards } from "../form/form-cards.tsx";
import { NoteCard } from "../form/note-card.tsx";
import { productSpecs } from "../form/product-draft.ts";
import { ProductProblems } from "../form/product-problems.tsx";
import { SearchCard } from "../form/search-card.tsx";
import { useProductForm } from "../form/use-product-form.ts";
import { useUploads } from "../images/use-uploads.ts";
import {
  countCombinations,
  type OptionBeingWritten,
  validateOptions,
  writtenOptions,
} from "../options/combine-options.ts";
import { NewImages } from "./new-images.tsx";
import { NewVariants } from "./new-variants.tsx";

import { useCreateProduct } from "./use-create-product.ts";
import {
  findNewVariantErrors,
  type NewVariant,
  newVariantFields,
  onlyRow,
  variantRows,
} from "./variant-rows.ts";

/** The initial values of a product. */
const start = {
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
      <Answered query={locations} skeleton="form">
        {(places) => <NewProduct primary={places.find(({ is_primary }) => is_primary)} />}
      </Answered>
    </PageFrame>
  );
}

const getKey = ({ key }: NewVariant) => key;
const onlyRows = [onlyRow];
const nothing = async () => undefined;

/** Keep the draft of a product: its form, options, variants and images. */
function useDraft() {
  const { currency_code } = useStore();
  const knownTags = useKnownTags("product");
  const specs = useMemo(() => productSpecs(operations.createProduct.body, knownTags), [knownTags]);
  const form = useProductForm(specs, { record: start, isNew: true });
  const [options, setOptions] = useState<readonly OptionBeingWritten[]>([]);
  const written = useMemo(() => writtenOptions(options), [options]);
  const columns = useMemo(() => variantColumns(newVariantFields, currency_code), [currency_code]);
  const one = useSheet({ rows: onlyRows, getKey, columns });
  const rows = useMemo(() => variantRows(written, one.changes), [written, one.changes]);
  const many = useSheet({ rows, getKey, columns });
  const uploads = useUploads(nothing);
  const discard = () => {
    form.discard();
    setOptions([]);
    one.settle();
    many.settle();
    for (const { id } of uploads.list) uploads.forget(id);
  };
  return { form, options, setOptions, written, sheet: written.length === 0 ? one : many, uploads, discard };
}

function NewProduct({ primary }: { primary: Location | undefined }) {
  const { form, options, setOptions, written, sheet, uploads, discard } = useDraft();
  const [isChecked, setChecked] = useState(false);
  const { start: create, isRunning } = useCreateProduct({ form, options: written, sheet, uploads });
  const areOptionsRight =
    validateOptions(options, texts.productOptions.errors).every((error) => error === "") &&
    countCombinations(written) <= maxVariants;
  const wrongCells = sheet.errors.size > 0 ? texts.productNew.wrongCells : undefined;
  const problem = isChecked && !areOptionsRight ? texts.productNew.wrongOptions : wrongCells;
  const save = () => {
    setChecked(true);
    const isRight = form.check();
    const errors = findNewVariantErrors([...sheet.rows], sheet);
    sheet.showErrors(errors);
    if (isRight && errors.length > 0) sheet.lead();
    if (isRight && errors.length === 0 && areOptionsRight) void create();
  };
  const isDirty =
    form.changed.length > 0 || options.length > 0 || sheet.changes.size > 0 || uploads.list.length > 0;
  return (
    <Stack gap="lg">
      <ProductProblems form={form} />
      <FormCards form={form} images={<NewImages uploads={uploads} />} />
      <NewVariants
        options={options}
        onOptions={setOptions}
        isChecked={isChecked}
        sheet={sheet}
        primary={primary?.name}
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
          setChecked(false);
        }}
      />
    </Stack>
  );
}
